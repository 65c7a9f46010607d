import { type QueryRunner, type Statement, uuids } from '@puente/ledger'

/** A row by its owner and its id. */
export type OwnedRef = { ownerId: string; id: string }

/**
 * Locks rows for a batch of the ledger, owner by owner: a distributed database locks rows of one owner at a time, and who
 * always locks in the same order cannot deadlock. All statements are sent at once.
 * @param statement takes an owner as `$1` and ids as `$2`, and locks in the order of the ids
 */
export const lockByOwner = async <Row extends object>(
  db: QueryRunner,
  { name, text }: Statement,
  refs: readonly OwnedRef[],
): Promise<Row[]> => {
  const owners = [...Map.groupBy(refs, ({ ownerId }) => ownerId)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const locked = await Promise.all(
    owners.map(([ownerId, own]) => db.query<Row>({ name, text, values: [ownerId, uuids(own.map(({ id }) => id))] })),
  )
  return locked.flatMap(({ rows }) => rows)
}
