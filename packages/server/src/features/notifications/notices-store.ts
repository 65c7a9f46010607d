/** What people were told, and what they want to be told of their balance. */
import { BALANCE_THRESHOLD_CENTS, MOST_UNREAD, type NoticeKind } from '@puente/contract'
import { bigints, booleans, texts, timestamps, uuids } from '@puente/ledger'
import { CompiledQuery, sql } from 'kysely'
import { type Db, lookupDb, type Trx } from '#platform/db/database.ts'
import type { Notice } from './notice.ts'

/** A notice with its id, as it is kept. */
export type NoticeRow = Notice & { id: string; isListed: boolean }

export type StoredNotice = Pick<Notice, 'variant' | 'object'> & {
  id: string
  kind: NoticeKind
  counterpartId: string | null
  amountCents: bigint | null
  createdAt: Date
  readAt: Date | null
}

const INSERT = `
insert into notifications (owner_id, notification_id, kind, variant, object_type, object_id, counterpart_id, amount_cents, is_listed, created_at, read_at)
select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::bigint[], $9::boolean[],
                     $10::timestamptz[], $11::timestamptz[])
on conflict (owner_id, notification_id) do nothing
returning notification_id`

/** Writes those that were not written before, and returns their ids: each once, whoever comes first. */
export const insertNotices = async (trx: Trx, rows: readonly NoticeRow[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const values = [
    uuids(rows.map(({ ownerId }) => ownerId)),
    uuids(rows.map(({ id }) => id)),
    texts(rows.map(({ kind }) => kind)),
    texts(rows.map(({ variant }) => variant)),
    texts(rows.map(({ object }) => object.type)),
    uuids(rows.map(({ object }) => object.id)),
    uuids(rows.map(({ counterpartId }) => counterpartId ?? null)),
    bigints(rows.map(({ amountCents }) => amountCents ?? null)),
    booleans(rows.map(({ isListed }) => isListed)),
    timestamps(rows.map(({ at }) => at)),
    timestamps(rows.map(({ at, isQuiet, isListed }) => (isQuiet || !isListed ? at : null))),
  ]
  const result = await trx.executeQuery<{ notification_id: string }>(CompiledQuery.raw(INSERT, values))
  return new Set(result.rows.map((row) => row.notification_id))
}

/** Newest first, from after one on. */
export const listNotices = async (
  db: Db,
  ownerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredNotice[]> => {
  let query = lookupDb(db)
    .selectFrom('notifications')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('is_listed', '=', true)
  if (after !== null) query = query.where('notification_id', '<', after)
  const rows = await query.orderBy('notification_id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.notification_id,
    kind: row.kind as NoticeKind,
    variant: row.variant,
    object: { type: row.object_type as Notice['object']['type'], id: row.object_id },
    counterpartId: row.counterpart_id,
    amountCents: row.amount_cents,
    createdAt: row.created_at,
    readAt: row.read_at,
  }))
}

/** How many are unread, up to one more than are ever shown. */
export const countUnread = async (db: Db, ownerId: string): Promise<number> => {
  const unread = db
    .selectFrom('notifications')
    .select('notification_id')
    .where('owner_id', '=', ownerId)
    .where('read_at', 'is', null)
    .limit(MOST_UNREAD + 1)
    .as('unread')
  const { count } = await db
    .selectFrom(unread)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks those of the ids that are unread, or all; true when there were any. */
export const markRead = async (
  trx: Trx,
  ownerId: string,
  ids: readonly string[] | null,
  at: Date,
): Promise<boolean> => {
  let query = trx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('owner_id', '=', ownerId)
    .where('read_at', 'is', null)
  if (ids !== null) query = query.where('notification_id', '=', sql<string>`any(${ids}::uuid[])`)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** Forgets what is older than the list goes back. */
export const pruneNotices = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute()
}

export type BalanceWish = { thresholdCents: bigint; toldAt: Date | null }

const AS_IT_COMES: BalanceWish = { thresholdCents: BigInt(BALANCE_THRESHOLD_CENTS), toldAt: null }

/** Of these people, what they want to be told of their balance, and when they were told last. */
export const readBalanceWishes = async (db: Db, ownerIds: readonly string[]): Promise<Map<string, BalanceWish>> => {
  const rows =
    ownerIds.length === 0
      ? []
      : await db
          .selectFrom('balance_notices')
          .selectAll()
          .where('owner_id', '=', sql<string>`any(${ownerIds}::uuid[])`)
          .execute()
  const kept = new Map(rows.map((row) => [row.owner_id, row]))
  return new Map(
    ownerIds.map((ownerId) => {
      const row = kept.get(ownerId)
      if (!row) return [ownerId, AS_IT_COMES]
      return [ownerId, { thresholdCents: row.threshold_cents ?? AS_IT_COMES.thresholdCents, toldAt: row.told_at }]
    }),
  )
}

export const saveThreshold = async (trx: Trx, ownerId: string, cents: bigint): Promise<void> => {
  await trx
    .insertInto('balance_notices')
    .values({ owner_id: ownerId, threshold_cents: cents })
    .onConflict((row) => row.column('owner_id').doUpdateSet({ threshold_cents: cents }))
    .execute()
}

/** Takes the one turn of a day to tell a person of their balance; false when it is taken. */
export const takeBalanceTurn = async (trx: Trx, ownerId: string, at: Date, dayBefore: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into balance_notices as b (owner_id, told_at) values (${ownerId}, ${at})
    on conflict (owner_id) do update set told_at = excluded.told_at
       where b.told_at is null or b.told_at <= ${dayBefore}
    returning owner_id`.execute(trx)
  return rows.length > 0
}
