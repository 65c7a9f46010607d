import { uuids } from '@puente/ledger'
import { CompiledQuery, sql } from 'kysely'
import { type Db, lookupDb, type Trx } from '#platform/db/database.ts'
import { folded, searchTextOf, toMovement } from '#features/wallet/index.ts'
import type { Movement, MovementRef } from '#features/wallet/index.ts'
import { isOpen } from './activity-filter.ts'
import type { Filter, Position } from './activity-filter.ts'
import { searchMeaning } from './activity-rules.ts'
import { faceFrom, goneFrom, listNewest, toListed } from './newest-store.ts'
import type { ListedMovement, ListedRecord } from './newest-store.ts'

/** How many rows one look goes through: some milliseconds of work. Decision 10 has the cost of the alternatives. */
const REACH = 5_000

const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The part of a filter that an index serves, newest first; rows of the same moment are ordered by their ids. */
const walk = (db: Db, ownerId: string, { counterpartId, from, until, underWay }: Filter, after: Position | null) => {
  let query = db.selectFrom('movements').where('owner_id', '=', ownerId)
  if (counterpartId !== null) query = query.where('counterpart_id', '=', counterpartId)
  if (from !== null) query = query.where('created_at', '>=', from)
  if (until !== null) query = query.where('created_at', '<', until)
  if (underWay) query = query.where(sql<boolean>`state in ('PENDING', 'ON HOLD')`)
  if (after !== null) {
    const { createdAt, movementId } = after
    query = query.where(sql<boolean>`(created_at, movement_id) < (${createdAt}::timestamptz, ${movementId}::uuid)`)
  }
  return query.orderBy('created_at', 'desc').orderBy('movement_id', 'desc')
}

/** Whether the counterpart of a row of `from` is no longer in the directory. */
const isGone = (from: 'movements' | 'newest') => sql<boolean>`${sql.raw(goneFrom(from))}`.as('is_gone')

const face = (from: 'movements' | 'newest') => sql<string | null>`${sql.raw(faceFrom(from))}`.as('face_id')

/** An amount as people write it, without grouping: `1250.00`. */
const AMOUNT = sql`(amount_cents / 100)::text || '.' || lpad((amount_cents % 100)::text, 2, '0')`

const isIndexed = ({ name, types, search }: Filter): boolean => name === null && types === null && search === null

/** Walks the newest rows in reach and takes those that match; the walk ends as soon as there are enough. */
const sift = (db: Db, ownerId: string, filter: Filter, after: Position | null) => {
  const { name, types, search, searchTypes, searchStates } = filter
  const reach = walk(db, ownerId, filter, after).selectAll().limit(REACH).as('newest')
  let query = db
    .selectFrom(reach)
    .selectAll()
    .select([isGone('newest'), face('newest')])
  if (name !== null) query = query.where(sql`lower(counterpart_name)`, 'like', containing(name))
  if (types !== null) query = query.where('type', 'in', types)
  if (search !== null) {
    const meaning = searchMeaning(search)
    const states = [...meaning.states, ...(searchStates ?? [])]
    query = query.where((row) =>
      row.or([
        // Accents alone fold to nothing, which every row contains.
        ...(folded(search) === '' ? [] : [row('search_text', 'like', containing(folded(search)))]),
        // Rows written before texts were folded keep their accents.
        row('search_text', 'like', containing(search)),
        ...(meaning.amountPart === null ? [] : [sql<boolean>`${AMOUNT} like ${`%${meaning.amountPart}%`}`]),
        ...(searchTypes === null || searchTypes.length === 0 ? [] : [row('type', 'in', searchTypes)]),
        ...(states.length === 0 ? [] : [row('state', 'in', states)]),
      ]),
    )
  }
  return query.orderBy('created_at', 'desc').orderBy('movement_id', 'desc')
}

/** Where the reach of one look ends; null when it takes in everything. */
const findEndOfReach = async (db: Db, ownerId: string, filter: Filter, after: Position | null) =>
  (await walk(db, ownerId, filter, after)
    .select(['created_at as createdAt', 'movement_id as movementId'])
    .offset(REACH - 1)
    .limit(1)
    .executeTakeFirst()) ?? null

const findListed = async (db: Db, ownerId: string, filter: Filter, after: Position | null, limit: number) => {
  if (after === null && isOpen(filter)) return listNewest(db, ownerId, limit)
  const records = isIndexed(filter)
    ? await walk(db, ownerId, filter, after)
        .selectAll()
        .select([isGone('movements'), face('movements')])
        .limit(limit)
        .execute()
    : await sift(db, ownerId, filter, after).limit(limit).execute()
  return records.map(toListed)
}

/** `next` is where to go on, null at the end. `isCutShort`: the look ended before the page was full. */
export type MovementPage = { movements: ListedMovement[]; next: Position | null; isCutShort: boolean }

/**
 * A page of transactions, newest first, after a position. Counterpart and days cost the same however long the history is;
 * a part of a text or a type is looked for in the next `REACH` rows, and the page says where that look ended.
 */
export const listMovements = async (
  db: Db,
  ownerId: string,
  filter: Filter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<MovementPage> => {
  const indexed = isIndexed(filter)
  // One more than wanted tells whether there is another page.
  const found = await findListed(db, ownerId, filter, after, limit + 1)
  const movements = found.slice(0, limit)
  if (found.length > limit) return { movements, next: movements.at(-1) ?? null, isCutShort: false }
  const next = indexed ? null : await findEndOfReach(db, ownerId, filter, after)
  return { movements, next, isCutShort: next !== null }
}

// Joined, each id is one look into the primary key; with `= any` the planner prefers to walk through all of the owner's rows.
const BY_ID = `
select movements.*, ${goneFrom('movements')} as is_gone, ${faceFrom('movements')} as face_id
  from movements
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, movement_id)
    on movements.owner_id = asked.owner_id and movements.movement_id = asked.movement_id`

/** Those of the ids that are the owner's, in no order. */
export const listById = async (db: Db, ownerId: string, movementIds: readonly string[]): Promise<ListedMovement[]> => {
  const values = [uuids(movementIds.map(() => ownerId)), uuids(movementIds)]
  const { rows } = await lookupDb(db).executeQuery<ListedRecord>(CompiledQuery.raw(BY_ID, values))
  return rows.map(toListed)
}

/**
 * Keeps the owner's own note, by which the row is found from then on; the row with it, or null when there is none.
 */
export const updatePrivateNote = async (
  trx: Trx,
  { ownerId, movementId }: MovementRef,
  note: string | null,
): Promise<Movement | null> => {
  const locked = await trx
    .selectFrom('movements')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('movement_id', '=', movementId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return null
  const movement: Movement = { ...toMovement(locked), privateNote: note }
  await trx
    .updateTable('movements')
    .set({ private_note: note, search_text: searchTextOf(movement) })
    .where('owner_id', '=', ownerId)
    .where('movement_id', '=', movementId)
    .execute()
  return movement
}
