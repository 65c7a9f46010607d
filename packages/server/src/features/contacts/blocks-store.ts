/** Whom a person has blocked. */
import { uuids } from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import { type Db, lookupDb, type ReadDb, type Trx } from '#platform/db/database.ts'

const BLOCKED_BY = 'select owner_id, blocked_id from blocks where owner_id = any($1::uuid[])'

// Every list of transactions asks it: a constant text is not compiled by the query builder each time.
const findBlockedIds = batchedLoader(
  (ownerId: string) => ownerId,
  async (db: ReadDb, ownerIds: string[]): Promise<Map<string, ReadonlySet<string>>> => {
    const query = CompiledQuery.raw(BLOCKED_BY, [uuids(ownerIds)])
    const { rows } = await lookupDb(db).executeQuery<{ owner_id: string; blocked_id: string }>(query)
    const byOwner = Map.groupBy(rows, (row) => row.owner_id)
    return new Map([...byOwner].map(([ownerId, of]) => [ownerId, new Set(of.map((row) => row.blocked_id))]))
  },
)

const NOBODY: ReadonlySet<string> = new Set()

/** Everyone the person has blocked: bare uuids. */
export const findBlockedBy = async (db: ReadDb, ownerId: string): Promise<ReadonlySet<string>> =>
  (await findBlockedIds(db, ownerId)) ?? NOBODY

/** Which of these people have blocked the person, or have been blocked by them. */
export const findHidden = async (
  db: ReadDb,
  ownerId: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (others.length === 0) return NOBODY
  const [own, theirs] = await Promise.all([
    findBlockedBy(db, ownerId),
    db
      .selectFrom('blocks')
      .select('owner_id')
      .where('owner_id', 'in', [...others])
      .where('blocked_id', '=', ownerId)
      .execute(),
  ])
  const blockers = new Set(theirs.map((row) => row.owner_id))
  return new Set(others.filter((id) => own.has(id) || blockers.has(id)))
}

/** Whether one of two people has blocked the other. */
export const isBlockedBetween = async (db: ReadDb, one: string, other: string): Promise<boolean> =>
  (await findHidden(db, one, [other])).has(other)

export type Block = { blockedId: string; blockedAt: Date }

/** Everyone the person has blocked, the latest first. */
export const listBlocks = async (db: Db, ownerId: string): Promise<Block[]> => {
  const own = db.selectFrom('blocks').select(['blocked_id', 'blocked_at']).where('owner_id', '=', ownerId)
  const rows = await own.orderBy('blocked_at', 'desc').orderBy('blocked_id').execute()
  return rows.map((row) => ({ blockedId: row.blocked_id, blockedAt: row.blocked_at }))
}

/** False when it was blocked before. */
export const insertBlock = async (
  trx: Trx,
  { ownerId, blockedId, at }: { ownerId: string; blockedId: string; at: Date },
): Promise<boolean> => {
  const row = { owner_id: ownerId, blocked_id: blockedId, blocked_at: at }
  const made = await trx
    .insertInto('blocks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_id', 'blocked_id']).doNothing())
    .returning('blocked_id')
    .executeTakeFirst()
  return made !== undefined
}

/** False when it was not blocked. */
export const deleteBlock = async (trx: Trx, ownerId: string, blockedId: string): Promise<boolean> => {
  const own = trx.deleteFrom('blocks').where('owner_id', '=', ownerId).where('blocked_id', '=', blockedId)
  return (await own.returning('blocked_id').executeTakeFirst()) !== undefined
}
