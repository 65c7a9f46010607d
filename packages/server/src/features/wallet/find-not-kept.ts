import type { Database } from '#platform/db/database.ts'
import { type NotKept, notKept } from './kept-rules.ts'
import type { Movement, MovementRef } from './movement.ts'
import { readComeBack } from './movements-batch-store.ts'
import { readMovements } from './movements-store.ts'

/** These rows as they stand now, each with why its money is not gone for good; null where it is. `ifKept` decides it in a batch. */
export const readKept = async (
  db: Database,
  refs: readonly MovementRef[],
): Promise<{ movement: Movement; why: NotKept | null }[]> => {
  const [movements, back] = await Promise.all([readMovements(db, refs), readComeBack(db.pool, refs)])
  const isBack = ({ ownerId, movementId }: Movement) =>
    back.some((one) => one.ownerId === ownerId && one.movementId === movementId)
  return movements.map((movement) => ({ movement, why: notKept(movement, isBack(movement)) }))
}

/** The same of one row. */
export const findNotKept = async (db: Database, ref: MovementRef): Promise<NotKept | null> => {
  const [found] = await readKept(db, [ref])
  return found ? found.why : 'nothingMoved'
}
