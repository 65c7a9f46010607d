import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { returnHeldTransfer } from './held-transfers.ts'

/** Takes back one's own transfer that still waits for the receiver; `invalidTransactionId` when it is final. */
export const cancelHeldTransfer = async (ctx: UserCtx, movement: Movement): Promise<void> => {
  if (movement.holdReason !== HELD_FOR_RECEIVER) throw new Refusal('invalidTransactionId')
  const outcome = await returnHeldTransfer(ctx, movement, 'cancelledByUser')
  if (!outcome.accepted) throw new Refusal('invalidTransactionId')
}
