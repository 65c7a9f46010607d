import { transactionId as wireId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { findMovement, requireMovementId } from '#features/wallet/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ProviderError } from '#providers/types.ts'
import { closeDeposit } from './close-deposit.ts'
import { isSettled } from './deposit-states.ts'
import { returnHeldTransfer } from './held-transfers.ts'
import { findOperation } from './operations-store.ts'

const cannotTell = () => new Refusal('serviceUnavailable', { rail: 'card', retryAfterSeconds: 10 })

const cancelDeposit = async (ctx: UserCtx, { ownerId, movementId }: Movement): Promise<void> => {
  const operation = await findOperation(ctx.db, { ownerId, ref: movementId })
  if (!operation || isSettled(operation.state)) throw new Refusal('invalidTransactionId')
  try {
    if ((await closeDeposit(ctx, operation, 'cancelled')) === 'unknown') throw cannotTell()
  } catch (error) {
    throw error instanceof ProviderError ? cannotTell() : error
  }
}

const cancelHeldTransfer = async (ctx: UserCtx, movement: Movement): Promise<void> => {
  const outcome = await returnHeldTransfer(ctx, movement, 'cancelledByUser')
  if (!outcome.accepted) throw new Refusal('invalidTransactionId')
}

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
  if (!movement) throw new Refusal('invalidTransactionId')
  const isHeldTransfer = movement.type === 'sent' && movement.holdReason === 'recipientKycRequired'
  if (movement.type === 'deposit') await cancelDeposit(ctx, movement)
  else if (isHeldTransfer) await cancelHeldTransfer(ctx, movement)
  else throw new Refusal('invalidTransactionId')
  const after = await findMovement(ctx.db, movement)
  if (!after) throw new Refusal('invalidTransactionId')
  return { transactionId: wireId(movement.movementId), state: after.state }
}
