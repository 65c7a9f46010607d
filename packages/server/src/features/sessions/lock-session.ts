import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { hasExternalPayment } from './external-payments-store.ts'
import { lockSessionRow } from './sessions-store.ts'

/**
 * Locks the session while a payment is open on another page; nothing can be read until it is unlocked with the password.
 * Without such a payment nothing is locked, and the screen signs out instead.
 */
export const lockSession = async (ctx: UserCtx, { resume }: Input<'lockSession'>) => {
  const { id: ownerId, sessionId } = ctx.user
  const at = ctx.clock.now()
  const locked = await transaction(ctx.db, 'lock session', async (trx) => {
    if (!(await hasExternalPayment(trx, ownerId, at))) return false
    await lockSessionRow(trx, { ownerId, sessionId }, at, resume)
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'session.locked',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return true
  })
  if (locked) ctx.live.wake([ownerId])
  return { locked }
}
