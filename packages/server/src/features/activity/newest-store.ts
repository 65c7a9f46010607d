/**
 * The newest transactions of people: what a home screen asks for, more often than anything else. Requests that come
 * while others are being answered share the next statement; in it each person's rows are a walk of their own along the
 * index.
 */
import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import { toMovement } from '#features/wallet/index.ts'
import type { Movement, MovementRecord } from '#features/wallet/index.ts'

/** A movement in a list; `isGone`: its counterpart is no longer in the directory. */
export type ListedMovement = Movement & { isGone: boolean }

/** `face_id`: the counterpart's picture as it is now; the row keeps the one of its time, which may be gone. */
export type ListedRecord = MovementRecord & { is_gone: boolean; face_id: string | null }

export const toListed = (record: ListedRecord): ListedMovement =>
  Object.assign(toMovement({ ...record, counterpart_image_id: record.face_id }), { isGone: record.is_gone })

/** How many rows are read: few numbers, so that statements are few and people who ask for other numbers still share them. */
const SIZES = [11, 21, 51, 101] as const
type Size = (typeof SIZES)[number]

const sizeFor = (limit: number): Size => {
  const size = SIZES.find((one) => one >= limit)
  if (size === undefined) throw new RangeError(`at most ${SIZES.at(-1)} rows, not ${limit}`)
  return size
}

/** Whether the counterpart is no longer in the directory. A value, not `exists`, which may be planned as a look at all of it. */
export const goneFrom = (from: 'movements' | 'newest'): string =>
  `${from}.counterpart_id is not null
   and (select directory.owner_id from directory where directory.owner_id = ${from}.counterpart_id limit 1) is null`

/** The picture of the counterpart, as it is now. */
export const faceFrom = (from: 'movements' | 'newest'): string =>
  `(select directory.image_file_id from directory where directory.owner_id = ${from}.counterpart_id limit 1)`

// Going through `users` lets a distributed database send the walk to where the person is.
const newest = (size: Size): string => `
select newest.*, ${goneFrom('newest')} as is_gone, ${faceFrom('newest')} as face_id
  from unnest($1::uuid[]) as asked (owner_id)
  join users on users.owner_id = asked.owner_id
 cross join lateral (
   select owner_id, movement_id, type, state, method, direction, amount_cents, fee_cents, scheduled_fee_cents, currency,
          counterpart_id, counterpart_name, counterpart_handle, counterpart_image_id, counterpart_is_business, note,
          private_note, reference, balance_after_cents, entry_seq, transfer_id, hold_reason, cancel_reason, expected_from,
          expected_to, timeline, details, linked_id, send_session_id, version, created_at, paid_at
     from movements where movements.owner_id = users.owner_id
    order by created_at desc, movement_id desc limit ${size}) as newest`

const byNewest = (a: Movement, b: Movement): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.movementId < b.movementId ? 1 : -1)

const finderOf = (size: Size) =>
  batchedLoader(
    (ownerId: string) => ownerId,
    async (db: Db, ownerIds: string[]): Promise<Map<string, ListedMovement[]>> => {
      const { rows } = await db.executeQuery<ListedRecord>(CompiledQuery.raw(newest(size), [ownerIds]))
      const found = Map.groupBy(rows.map(toListed), ({ ownerId }) => ownerId)
      // Nothing promises that a join keeps the order of what it joins.
      for (const movements of found.values()) movements.sort(byNewest)
      return found
    },
  )

const finders = new Map(SIZES.map((size) => [size, finderOf(size)]))

/** A person's newest transactions, at most `limit` of them. */
export const listNewest = async (db: Db, ownerId: string, limit: number): Promise<ListedMovement[]> =>
  ((await finders.get(sizeFor(limit))?.(db, ownerId)) ?? []).slice(0, limit)
