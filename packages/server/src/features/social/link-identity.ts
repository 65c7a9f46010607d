import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { type Account, insertIdentity, mailToOwner } from '#features/accounts/index.ts'

export type Linking = {
  /** Locked by the caller. */
  account: Account
  sessionId: string | null
  provider: string
  claim: string
  email: string | null
}

/** Makes an identity a way into an account and tells the owner; `insertIdentity` says what can stand in the way. */
export const linkIdentity = async (
  ctx: PublicCtx,
  trx: Trx,
  { account, sessionId, provider, claim, email }: Linking,
): Promise<Awaited<ReturnType<typeof insertIdentity>>> => {
  const came = await insertIdentity(trx, account.id, { provider, claim, email, at: ctx.clock.now() })
  const isDone = came === 'linked' || came === 'known'
  await audit(trx, {
    actor: { kind: 'user', id: account.id, sessionId },
    action: 'social.linked',
    result: isDone ? 'done' : 'refused',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { provider, came },
  })
  if (came !== 'linked') return came
  await recordSecurityEvent(trx, ctx, account.id, 'socialLinked')
  const name = ctx.socialLogins.find(({ id }) => id === provider)?.name ?? provider
  const link = `${ctx.config.publicUrl}/reset-password`
  const mail = { template: 'socialLinked', ref: newId(), params: { link, provider: name } } as const
  await ctx.jobs.add(trx, mailToOwner(ctx, account, mail))
  return came
}
