import { leftDebt, readDebt } from '#features/limits/index.ts'
import { findPayout } from '#features/payments/index.ts'
import { findMovement, hasDebtGivenBack, sumComeBack } from '#features/wallet/index.ts'
import type { Database } from '#platform/db/database.ts'
import type { Dispute } from './dispute.ts'

/**
 * Whether money came back that no return of this row shows: of a pay-in that was spent, so that its owner owes it; of what a provider took, when
 * it was restored; of a withdrawal from an account that is closed; of the payment of a debt, once anything was given back since, or is about to be:
 * which of several payments it was for cannot be told.
 */
export const cameBackUnseen = async (db: Database, { ownerId, movementId }: Dispute): Promise<boolean> => {
  const movement = await findMovement(db, { ownerId, movementId })
  if (movement?.direction === 1) return leftDebt(db.pool, ownerId, movementId)
  if (movement?.details['debtStep'] === 'paid')
    return (await readDebt(db.pool, ownerId)).owedCents < 0n || hasDebtGivenBack(db, ownerId, movement.createdAt)
  if (movement?.linkedId && (movement.type === 'reversal' || movement.type === 'refund'))
    return (await sumComeBack(db, { ownerId, movementId: movement.linkedId })) === 0n
  return movement?.type === 'withdraw' && (await findPayout(db, { ownerId, ref: movementId }))?.state === 'returned'
}
