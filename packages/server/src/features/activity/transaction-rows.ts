import type { Transaction } from '@puente/contract'
import { listPeople } from '#features/auth/index.ts'
import { transactionRow } from '#features/wallet/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'

/** Movements as their owner sees them; of a counterpart who is no longer in the directory nothing is told. */
export const transactionRows = async (db: Db, ownerId: string, movements: Movement[]): Promise<Transaction[]> => {
  const counterparts = [...new Set(movements.flatMap(({ counterpart }) => counterpart?.ownerId ?? []))]
  const people = await listPeople(db, [ownerId, ...counterparts])
  const fullName = people.find(({ id }) => id === ownerId)?.fullName ?? ''
  const present = new Set(people.map(({ id }) => id))
  return movements.map((movement) => {
    const isGone = movement.counterpart !== null && !present.has(movement.counterpart.ownerId)
    return transactionRow(movement, { fullName }, isGone)
  })
}
