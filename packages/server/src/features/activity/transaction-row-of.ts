import type { Transaction } from '@puente/contract'
import { findPersonById } from '#features/accounts/index.ts'
import { transactionRow } from '#features/wallet/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'

/** A movement as its owner sees it; it says nothing about a counterpart who has left the directory. */
export const transactionRowOf = async (
  db: Db,
  viewer: { fullName: string },
  movement: Movement,
): Promise<Transaction> => {
  const { counterpart } = movement
  const isGone = counterpart !== null && (await findPersonById(db, counterpart.ownerId)) === null
  return transactionRow(movement, viewer, isGone)
}
