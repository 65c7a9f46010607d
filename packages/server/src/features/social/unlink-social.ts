import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { deleteIdentity, findCredentials, listIdentities, lockAccount, mailToOwner } from '#features/accounts/index.ts'

/** Never the only way in: `invalidRequest` with the reason `lastWayIn`. Refuses with `notFound` what is not linked. */
export const requireUnlinkable = async (
  { db, user }: Pick<StepUpCtx, 'user'> & { db: Db },
  { provider }: Input<'unlinkSocial'>,
): Promise<void> => {
  const credentials = await findCredentials(db, user.id)
  if ((credentials?.passwordHash ?? null) === null) throw new Refusal('invalidRequest', { reason: 'lastWayIn' })
  const identities = await listIdentities(db, user.id)
  if (identities.every((identity) => identity.provider !== provider)) throw new Refusal('notFound')
}

/**
 * Takes a service away as a way in, and tells the owner, as far as `requireUnlinkable` lets it. */
export const unlinkSocial = async (ctx: UserCtx, asked: Input<'unlinkSocial'>) => {
  const { provider } = asked
  const name = ctx.socialLogins.find(({ id }) => id === provider)?.name ?? provider
  await transaction(ctx.db, 'unlink social', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, ctx.user.id)
    await requireUnlinkable({ db: trx, user: ctx.user }, asked)
    if (!(await deleteIdentity(trx, ctx.user.id, provider))) throw new Refusal('notFound')
    await recordSecurityEvent(trx, ctx, account.id, 'socialUnlinked')
    const link = `${ctx.config.publicUrl}/reset-password`
    const mail = { template: 'socialUnlinked', ref: newId(), params: { link, provider: name } } as const
    await ctx.jobs.add(trx, mailToOwner(ctx, account, mail))
    await audit(trx, {
      actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
      action: 'social.unlinked',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { provider },
    })
  })
  return { provider }
}
