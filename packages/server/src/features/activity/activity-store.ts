import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import { searchTextOf, toMovement } from '#features/wallet/index.ts'
import type { Movement, MovementRef } from '#features/wallet/index.ts'
import type { Filter, Position } from './activity-filter.ts'
import { searchMeaning } from './activity-rules.ts'

const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const filtered = (db: Db, ownerId: string, filter: Filter) => {
  let query = db.selectFrom('movements').selectAll().where('owner_id', '=', ownerId)
  if (filter.counterpartId !== null) query = query.where('counterpart_id', '=', filter.counterpartId)
  if (filter.name !== null) query = query.where(sql`lower(counterpart_name)`, 'like', containing(filter.name))
  if (filter.types !== null) query = query.where('type', 'in', filter.types)
  if (filter.from !== null) query = query.where('created_at', '>=', filter.from)
  if (filter.until !== null) query = query.where('created_at', '<', filter.until)
  const { search } = filter
  if (search === null || search === '') return query
  const { amountCents, states } = searchMeaning(search)
  return query.where((row) =>
    row.or([
      row('search_text', 'like', containing(search)),
      ...(amountCents === null ? [] : [row('amount_cents', '=', amountCents)]),
      ...(states.length === 0 ? [] : [row('state', 'in', states)]),
    ]),
  )
}

/** A page of transactions, newest first, after a position; rows of the same moment are ordered by their ids. */
export const listMovements = async (
  db: Db,
  ownerId: string,
  filter: Filter,
  page: { after: Position | null; limit: number },
): Promise<Movement[]> => {
  let query = filtered(db, ownerId, filter)
  if (page.after) {
    const { createdAt, movementId } = page.after
    query = query.where(sql<boolean>`(created_at, movement_id) < (${createdAt}::timestamptz, ${movementId}::uuid)`)
  }
  const records = await query.orderBy('created_at', 'desc').orderBy('movement_id', 'desc').limit(page.limit).execute()
  return records.map(toMovement)
}

export const findMovement = async (db: Db, { ownerId, movementId }: MovementRef): Promise<Movement | null> => {
  const record = await db
    .selectFrom('movements')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('movement_id', '=', movementId)
    .executeTakeFirst()
  return record ? toMovement(record) : null
}

/** Keeps the owner's own note, by which the row is found from then on; the row with it, or null when there is none. */
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
  const before = toMovement(locked)
  const movement: Movement = { ...before, privateNote: note, version: before.version + 1 }
  await trx
    .updateTable('movements')
    .set({ private_note: note, search_text: searchTextOf(movement), version: movement.version })
    .where('owner_id', '=', ownerId)
    .where('movement_id', '=', movementId)
    .execute()
  return movement
}

/** Whose row it is, for the names on it. */
export const getFullName = async (db: Db, ownerId: string): Promise<string> => {
  const { full_name } = await db
    .selectFrom('users')
    .select('full_name')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return full_name
}
