/** The caller's own ways in: what there is, and the beginning of adding one or proving oneself to one. */
import type { Input } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findCredentials, listIdentities } from '#features/accounts/index.ts'
import { beginFlow } from './begin-flow.ts'
import type { FlowPurpose } from './flows-store.ts'

export const listSocial = async ({ db, user }: UserCtx) => {
  const [identities, credentials] = await Promise.all([listIdentities(db, user.id), findCredentials(db, user.id)])
  return {
    items: identities.map(({ linkedAt, lastUsedAt, ...identity }) => ({
      ...identity,
      linkedAt: linkedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    hasPassword: (credentials?.passwordHash ?? null) !== null,
  }
}

const begin = (ctx: UserCtx, provider: string, purpose: FlowPurpose, returnTo: string | null) =>
  beginFlow(ctx, {
    provider,
    purpose,
    begunBy: { ownerId: ctx.user.id, sessionId: ctx.user.sessionId },
    returnTo,
    lang: ctx.user.language,
    isBusiness: false,
    referredBy: null,
  })

/** Begins to add another service as a way in. It is linked when the browser comes back, while the session is still open. */
export const linkSocial = (ctx: UserCtx, { provider }: Input<'linkSocial'>) => begin(ctx, provider, 'link', null)

/** Begins to prove oneself again to a linked service. Refuses with `notFound` when it is not linked. */
export const proveSocial = async (ctx: UserCtx, { provider, returnTo }: Input<'proveSocial'>) => {
  const identities = await listIdentities(ctx.db, ctx.user.id)
  if (identities.every((identity) => identity.provider !== provider)) throw new Refusal('notFound')
  return begin(ctx, provider, 'prove', returnTo ?? null)
}
