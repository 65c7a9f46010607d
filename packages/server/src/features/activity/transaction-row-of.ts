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
  if (counterpart === null) return transactionRow(movement, viewer)
  const person = await findPersonById(db, counterpart.ownerId)
  // The picture of the time of the payment may be gone.
  const today = { ...movement, counterpart: { ...counterpart, imageFileId: person?.imageFileId ?? null } }
  return transactionRow(today, viewer, person === null)
}
