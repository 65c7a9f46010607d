import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { HOLD_PURPOSE } from './held-transfer-rules.ts'
import { returnHeldTransfer } from './held-transfers.ts'

/** Takes back one's own transfer that still waits for the receiver; `invalidTransactionId` when it is final. */
export const cancelHeldTransfer = async (ctx: UserCtx, movement: Movement): Promise<void> => {
  if (movement.holdReason !== HOLD_PURPOSE) throw new Refusal('invalidTransactionId')
  const outcome = await returnHeldTransfer(ctx, movement, 'cancelledByUser')
  if (!outcome.accepted) throw new Refusal('invalidTransactionId')
}
