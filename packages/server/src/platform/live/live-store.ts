/**
 * The tables behind the live stream: numbered events per person, and the number given out last. They say what changed and
 * not what it contains, so that the money path writes a few bytes. The events of one moment share a row, since a row
 * costs more than its content; the numbers still count events, so that a screen may leave in the middle of a row and go
 * on from there.
 */
import type { LiveEvent, LiveEventData, LiveEventName } from '@puente/contract'
import { bigints, type Statement, texts, uuids, type Write } from '@puente/ledger'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/database.ts'

/** Something to tell a person's screens. `ownerId` is the bare uuid. */
export type Announcement = {
  [K in LiveEventName]: { ownerId: string; event: K; data: LiveEventData[K] }
}[LiveEventName]

const KEPT_HOURS = 24
export const KEPT_PER_OWNER = 1_000
/** So that a row stays small whatever happens to an owner at one moment. */
export const MOST_IN_A_ROW = 16

// Raising the cursor takes its row lock until the commit: numbers become visible in order and without gaps, so that a
// reader who has seen n has seen everything up to n. Cursors are taken in the order of their owners.
const takeNumbers: Statement = {
  name: 'live.take_numbers',
  text: `
insert into live_cursors as c (owner_id, last_id)
select owner_id, taken from unnest($1::uuid[], $2::bigint[]) as t (owner_id, taken) order by owner_id
on conflict (owner_id) do update set last_id = c.last_id + excluded.last_id`,
}

// Sees the numbers just taken: no other transaction can have raised the cursors since.
const append: Statement = {
  name: 'live.append',
  text: `
insert into live_events (owner_id, id, changes)
select told.owner_id, c.last_id - told.following, told.changes
  from unnest($1::uuid[], $2::bigint[], $3::text[]) as told (owner_id, following, changes)
  join live_cursors c on c.owner_id = told.owner_id`,
}

/** An event as it is kept; what says nothing but its name has no second part. */
type Change = [event: LiveEventName, data?: unknown]

type Row = { ownerId: string; changes: Change[]; upTo: number }

const changeOf = ({ event, data }: Announcement): Change => (Object.keys(data).length === 0 ? [event] : [event, data])

/** The announcements as rows, each owner's in the order given, and how many numbers each owner needs. */
const rowsOf = (announcements: readonly Announcement[]): { rows: Row[]; taken: Map<string, number> } => {
  const rows: Row[] = []
  const open = new Map<string, Row>()
  const taken = new Map<string, number>()
  for (const announcement of announcements) {
    const { ownerId } = announcement
    let row = open.get(ownerId)
    if (row === undefined || row.changes.length === MOST_IN_A_ROW) {
      row = { ownerId, changes: [], upTo: 0 }
      open.set(ownerId, row)
      rows.push(row)
    }
    row.changes.push(changeOf(announcement))
    row.upTo = (taken.get(ownerId) ?? 0) + 1
    taken.set(ownerId, row.upTo)
  }
  return { rows, taken }
}

/** What adds the announcements to their owners' streams, in the order given. */
export const eventWrites = (announcements: readonly Announcement[]): Write[] => {
  if (announcements.length === 0) return []
  const { rows, taken } = rowsOf(announcements)
  const behind = ({ ownerId, upTo }: Row): bigint => BigInt((taken.get(ownerId) ?? 0) - upTo)
  return [
    {
      statement: takeNumbers,
      values: [uuids([...taken.keys()]), bigints([...taken.values()].map(BigInt))],
      isIndependent: true,
    },
    {
      statement: append,
      values: [
        uuids(rows.map(({ ownerId }) => ownerId)),
        bigints(rows.map(behind)),
        texts(rows.map(({ changes }) => JSON.stringify(changes))),
      ],
    },
  ]
}

/** The newest number ever given to a person's events; 0 before the first. */
export const readLast = async (db: Db, ownerId: string): Promise<number> => {
  const row = await db.selectFrom('live_cursors').select('last_id').where('owner_id', '=', ownerId).executeTakeFirst()
  return Number(row?.last_id ?? 0)
}

/** The events of a row, each under its own number. A row without any was written before they were kept like this: a reset. */
const eventsOf = ({ id, changes }: { id: bigint; changes: string | null }): LiveEvent[] => {
  const each: Change[] = changes === null ? [['reset']] : (JSON.parse(changes) as Change[])
  const first = Number(id) - each.length + 1
  return each.map(([event, data = {}], n) => ({ id: first + n, event, data }) as LiveEvent)
}

/** What follows a number. `last` is the newest number ever given. */
export type Following = {
  /** Oldest first; from at most as many rows as were asked for. */
  events: LiveEvent[]
  last: number
  /** There were fewer rows than were asked for. */
  isAll: boolean
  /** False when an event in between is no longer kept, or the number was never given. */
  isWhole: boolean
}

/** Reads on after a number. Numbers have no gaps, so that what was forgotten meanwhile shows, wherever it lay. */
export const readEvents = async (db: Db, ownerId: string, after: number, limit: number): Promise<Following> => {
  const { rows } = await sql<{ last: bigint; id: bigint | null; changes: string | null }>`
    select c.last_id as last, e.id, e.changes
      from live_cursors c
      left join (select id, changes from live_events
                  where owner_id = ${ownerId} and id > ${BigInt(after)} order by id limit ${limit}) e on true
     where c.owner_id = ${ownerId} order by e.id`.execute(db)
  const last = Number(rows[0]?.last ?? 0)
  const kept = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  // A screen that left in the middle of a row has seen its beginning.
  const events = kept.flatMap(eventsOf).filter(({ id }) => id > after)
  const isAll = kept.length < limit
  const isInOrder = events.every(({ id }, n) => id === after + 1 + n)
  return { events, last, isAll, isWhole: isInOrder && (!isAll || after + events.length === last) }
}

/** What a person's screens were told since the server itself looked last. */
export type News = {
  ownerId: string
  events: LiveEvent[]
  /** The newest number ever given. */
  upTo: number
  /** False when something in between is no longer kept. */
  isWhole: boolean
}

/** Who follows: each has a table of its own with the numbers up to which it has looked. */
export type Follower = 'live_followed' | 'live_counted'

/** What is new of these people; those who have nothing new are left out. */
export const readNews = async (
  db: Db,
  ownerIds: readonly string[],
  follower: Follower = 'live_followed',
): Promise<News[]> => {
  const { rows } = await sql<{
    owner_id: string
    up_to: bigint
    followed: bigint
    id: bigint | null
    changes: string | null
  }>`
    select c.owner_id, c.last_id as up_to, coalesce(f.last_id, 0) as followed, e.id, e.changes
      from unnest(${ownerIds}::uuid[]) as asked (owner_id)
      join live_cursors c on c.owner_id = asked.owner_id
      left join ${sql.table(follower)} f on f.owner_id = c.owner_id
      left join live_events e on e.owner_id = c.owner_id and e.id > coalesce(f.last_id, 0)
     where c.last_id > coalesce(f.last_id, 0)
     order by c.owner_id, e.id`.execute(db)
  return [...Map.groupBy(rows, (row) => row.owner_id)].map(([ownerId, kept]) => {
    const upTo = Number(kept[0]?.up_to)
    const followed = Number(kept[0]?.followed)
    const events = kept.flatMap(({ id, changes }) => (id === null ? [] : eventsOf({ id, changes })))
    const following = events.filter(({ id }) => id > followed)
    return { ownerId, events: following, upTo, isWhole: following.length === upTo - followed }
  })
}

/** Notes how far the server has followed, in the transaction of what it made of it. */
export const noteFollowed = async (
  trx: Trx,
  news: readonly Pick<News, 'ownerId' | 'upTo'>[],
  follower: Follower = 'live_followed',
): Promise<void> => {
  if (news.length === 0) return
  await sql`
    insert into ${sql.table(follower)} as f (owner_id, last_id)
    select owner_id, up_to from unnest(${news.map(({ ownerId }) => ownerId)}::uuid[], ${news.map(({ upTo }) => BigInt(upTo))}::bigint[])
        as t (owner_id, up_to) order by owner_id
    on conflict (owner_id) do update set last_id = excluded.last_id where f.last_id < excluded.last_id`.execute(trx)
}

/** People of whom something may not have been followed: for hints that were lost. */
export const listBehind = async (db: Db, limit: number, follower: Follower = 'live_followed'): Promise<string[]> => {
  const { rows } = await sql<{ owner_id: string }>`
    select c.owner_id from live_cursors c left join ${sql.table(follower)} f on f.owner_id = c.owner_id
     where c.last_id > coalesce(f.last_id, 0) limit ${limit}`.execute(db)
  return rows.map((row) => row.owner_id)
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
