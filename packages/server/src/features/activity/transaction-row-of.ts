import type { Transaction } from '@puente/contract'
import { findPersonById } from '#features/accounts/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import { transactionRow } from '#features/wallet/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { ListedMovement } from './newest-store.ts'

/** Whether a row says nothing about its counterpart: they have left the directory, or its owner has blocked them. */
export const isHidden = ({ isGone, counterpart }: ListedMovement, blocked: ReadonlySet<string>): boolean =>
  isGone || (counterpart !== null && blocked.has(counterpart.ownerId))

/** A movement as its owner sees it; it says nothing about a counterpart who has left the directory or was blocked. */
export const transactionRowOf = async (
  db: Db,
  viewer: { fullName: string },
  movement: Movement,
): Promise<Transaction> => {
  const { counterpart } = movement
  if (counterpart === null) return transactionRow(movement, viewer)
  const [person, blocked] = await Promise.all([
    findPersonById(db, counterpart.ownerId),
    findBlockedBy(db, movement.ownerId),
  ])
  // The picture of the time of the payment may be gone.
  const today = { ...movement, counterpart: { ...counterpart, imageFileId: person?.imageFileId ?? null } }
  return transactionRow(today, viewer, person === null || blocked.has(counterpart.ownerId))
}
