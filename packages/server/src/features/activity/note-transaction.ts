import { transactionId as wireId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { requireMovementId } from '#features/wallet/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { updatePrivateNote } from './activity-store.ts'

/** The caller's own note on a transaction; the counterpart never sees it. An empty one takes it away. */
export const noteTransaction = async (
  ctx: UserCtx,
  { transactionId, note }: Input<'noteTransaction'>,
): Promise<Output<'noteTransaction'>> => {
  const movementId = requireMovementId(transactionId)
  const ownerId = ctx.user.id
  await transaction(ctx.db, 'note a transaction', async (trx) => {
    const movement = await updatePrivateNote(trx, { ownerId, movementId }, note === '' ? null : note)
    if (!movement) throw new Refusal('invalidTransactionId')
    const { version } = movement
    await ctx.live.publish(trx, {
      ownerId,
      event: 'transaction',
      data: { id: wireId(movementId), version, noted: true },
    })
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
      action: 'transaction.noted',
      object: { type: 'movement', id: movementId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  return { transactionId: wireId(movementId), note }
}
