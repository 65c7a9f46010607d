import type { Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { HELD_FOR_APPROVER } from '#features/approvers/index.ts'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { returnHeldTransfer } from './return-held-transfer.ts'
import { undoneUntil } from './waits.ts'

const WAITING: readonly (string | null)[] = [HELD_FOR_RECEIVER, HELD_FOR_APPROVER]

/** Takes back one's own transfer that waits for an approver or its receiver, or can still be undone; `invalidTransactionId` when it is too late. */
export const cancelHeldTransfer = async (services: Services, movement: Movement): Promise<void> => {
  const until = undoneUntil(movement)
  const isUndoable = until !== null && (await databaseNow(services.db, services.clock)) < until
  if (!isUndoable && !WAITING.includes(movement.holdReason)) throw new Refusal('invalidTransactionId')
  const outcome = await returnHeldTransfer(services, movement, 'cancelledByUser')
  if (!outcome.accepted) throw new Refusal('invalidTransactionId')
}
