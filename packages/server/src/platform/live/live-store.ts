/** The tables behind the live stream: numbered events per person, and the number given out last. */
import type { LiveEvent, LiveEventData, LiveEventName } from '@puente/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type InTransaction, runAllIn } from '../db/statement.ts'

/** Something to tell a person's screens. `ownerId` is the bare uuid. */
export type Announcement = {
  [K in LiveEventName]: { ownerId: string; event: K; data: LiveEventData[K] }
}[LiveEventName]

const KEPT_HOURS = 24
export const KEPT_PER_OWNER = 1_000

// Raising the cursor takes its row lock until the commit: numbers become visible in order and without gaps, so that a
// reader who has seen n has seen everything up to n. Cursors are taken in the order of their owners.
const TAKE_NUMBERS = `
insert into live_cursors as c (owner_id, last_id)
select owner_id, count(*) from unnest($1::uuid[]) as t(owner_id) group by owner_id order by owner_id
on conflict (owner_id) do update set last_id = c.last_id + excluded.last_id`

// Sees the numbers just taken: nobody else can have raised the cursors since.
const APPEND = `
insert into live_events (owner_id, id, event, data)
select i.owner_id,
       c.last_id - count(*) over (partition by i.owner_id) + row_number() over (partition by i.owner_id order by i.n),
       i.event, i.data
  from unnest($1::uuid[], $2::text[], $3::jsonb[]) with ordinality as i(owner_id, event, data, n)
  join live_cursors c on c.owner_id = i.owner_id`

/** Adds the announcements to their owners' streams, in the order given. */
export const appendEvents = async (place: InTransaction, announcements: readonly Announcement[]): Promise<void> => {
  if (announcements.length === 0) return
  const owners = announcements.map(({ ownerId }) => ownerId)
  await runAllIn(place, [
    [TAKE_NUMBERS, [owners]],
    [APPEND, [owners, announcements.map(({ event }) => event), announcements.map(({ data }) => JSON.stringify(data))]],
  ])
}

/** What a stream holds: `last` is the newest number ever given, `oldest` the first that is still kept. */
export type Extent = { last: number; oldest: number | null }

export const readExtent = async (db: Db, ownerId: string): Promise<Extent> => {
  const { rows } = await sql<{ last: bigint | null; oldest: bigint | null }>`
    select (select last_id from live_cursors where owner_id = ${ownerId}) as last,
           (select min(id) from live_events where owner_id = ${ownerId}) as oldest`.execute(db)
  const [row] = rows
  return { last: Number(row?.last ?? 0), oldest: row?.oldest === null || row === undefined ? null : Number(row.oldest) }
}

/** The events after a number, oldest first. */
export const readEvents = async (db: Db, ownerId: string, after: number, limit: number): Promise<LiveEvent[]> => {
  const rows = await db
    .selectFrom('live_events')
    .select(['id', 'event', 'data'])
    .where('owner_id', '=', ownerId)
    .where('id', '>', BigInt(after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, event, data }) => ({ id: Number(id), event, data }) as unknown as LiveEvent)
}

/** Forgets what is too old or too much. */
export const pruneEvents = async (db: Db): Promise<void> => {
  // Asked first: a change of many people's rows takes its moment as a value, not from each machine's own clock.
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() - ${KEPT_HOURS} * interval '1 hour' as at`.execute(
    db,
  )
  await sql`delete from live_events where created_at < ${rows[0]?.at}`.execute(db)
  await sql`delete from live_events e using live_cursors c
             where c.owner_id = e.owner_id and e.id <= c.last_id - ${KEPT_PER_OWNER}`.execute(db)
}
