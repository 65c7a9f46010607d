import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { deleteIdentity, findCredentials, lockAccount, mailToOwner } from '#features/accounts/index.ts'

/**
 * Takes a service away as a way in, and tells the owner. Never from an account without a password: `invalidRequest` with the
 * reason `lastWayIn`. Refuses with `notFound` when it is not linked.
 */
export const unlinkSocial = async (ctx: UserCtx, { provider }: Input<'unlinkSocial'>) => {
  const name = ctx.socialLogins.find(({ id }) => id === provider)?.name ?? provider
  await transaction(ctx.db, 'unlink social', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, ctx.user.id)
    const credentials = await findCredentials(trx, ctx.user.id)
    if ((credentials?.passwordHash ?? null) === null) throw new Refusal('invalidRequest', { reason: 'lastWayIn' })
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
