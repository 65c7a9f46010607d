import { uuidOf } from '@puente/contract'
import { Refusal } from '#platform/http/refusal.ts'

/** The stored id of a transaction's wire id. One that is malformed is as unknown as one that names nothing. */
export const requireMovementId = (transactionId: string): string => {
  const movementId = uuidOf(transactionId, 'txn')
  if (!movementId) throw new Refusal('invalidTransactionId')
  return movementId
}
