import { transactionId as wireId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { auditOfUser } from '#features/payments/index.ts'
import { underWayOf } from '#features/rails/index.ts'
import { findMovement, requireMovementId } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

/**
 * Gives up a payment that is not final: a deposit whose page was not paid, or one's own transfer that still waits for the
 * receiver. A page that was paid in the same moment completes instead, and the answer says so.
 */
export const cancelTransaction = async (
  ctx: UserCtx,
  { transactionId }: Input<'cancelTransaction'>,
): Promise<Output<'cancelTransaction'>> => {
  const movementId = requireMovementId(transactionId)
  const movement = await findMovement(ctx.db, { ownerId: ctx.user.id, movementId })
  const underWay = movement && underWayOf(movement)
  if (!underWay) throw new Refusal('invalidTransactionId')
  await underWay.cancel(ctx, movement, (subject) => auditOfUser(ctx, subject))
  const after = await findMovement(ctx.db, movement)
  if (!after) throw new Refusal('invalidTransactionId')
  return { transactionId: wireId(movement.movementId), state: after.state }
}
