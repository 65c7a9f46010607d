import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { findCredentials, getAccount, lockAccount, mailToOwner, updatePassword } from '#features/accounts/index.ts'
import { requireStrongPassword } from '#features/auth/index.ts'
import { passwordsOf } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { rememberDevice } from '#features/sessions/index.ts'
import { browserOf } from './begin-flow.ts'
import { findTicket, takeTicket } from './flows-store.ts'

/**
 * Chooses the first password of an account that came by social login, in the session and browser that has just proved
 * itself again to the linked service. Refuses with `invalidToken` and `tokenExpired` for the proof, `invalidPass` for the
 * password, and `change_password_error` when there is a password already, which is changed in another way.
 */
export const setPassword = async (ctx: UserCtx, { proof, newPassword }: Input<'setPassword'>) => {
  const { id: ownerId, sessionId } = ctx.user
  const ticket = await findTicket(ctx.db, { token: proof, kind: 'proof', browser: browserOf(ctx) ?? '' })
  if (!ticket || ticket.ownerId !== ownerId || ticket.sessionId !== sessionId) throw new Refusal('invalidToken')
  if (ctx.clock.now() >= ticket.expiresAt) throw new Refusal('tokenExpired')
  await requireStrongPassword(newPassword, await getAccount(ctx.db, ctx.keys, ownerId))
  const passwordHash = await passwordsOf(ctx).hash(newPassword)
  await transaction(
    ctx.db,
    'set password',
    async (trx) => {
      const at = ctx.clock.now()
      const account = await lockAccount(trx, ctx.keys, ownerId)
      const credentials = await findCredentials(trx, ownerId)
      if ((credentials?.passwordHash ?? null) !== null) throw new Refusal('change_password_error')
      if (!(await takeTicket(trx, proof, at))) throw new Refusal('invalidToken')
      await updatePassword(trx, ownerId, passwordHash, at)
      await recordSecurityEvent(trx, ctx, ownerId, 'passwordSet')
      const link = `${ctx.config.publicUrl}/reset-password`
      const { browser, device, timeZone } = ctx.agent()
      const facts = { browser, device, timeZone, at: at.toISOString() }
      const mail = { template: 'passwordAdded', ref: newId(), params: { link, facts } } as const
      await ctx.jobs.add(trx, mailToOwner(ctx, account, mail))
      await audit(trx, {
        actor: { kind: 'user', id: ownerId, sessionId },
        action: 'password.added',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      })
    },
    ctx.isAwaited,
  )
  await rememberDevice(ctx, ownerId)
  return {}
}
