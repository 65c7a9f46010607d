/** The lines of the security log. */
import type { Browser, Device, SecurityEvent } from '@puente/contract'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Agent } from '#platform/http/agent-rules.ts'

export type LoggedEvent = {
  /** Bare uuid. */
  id: string
  at: Date
  event: SecurityEvent
  times: number
  browser: Browser | null
  device: Device | null
  timeZone: string | null
  language: string | null
}

export const insertSecurityEvent = async (
  trx: Trx,
  ownerId: string,
  { id, at, event, agent }: Pick<LoggedEvent, 'id' | 'at' | 'event'> & { agent: Agent | null },
): Promise<void> => {
  await trx
    .insertInto('security_events')
    .values({
      owner_id: ownerId,
      event_id: id,
      at,
      event,
      browser: agent?.browser ?? null,
      device: agent?.device ?? null,
      time_zone: agent?.timeZone ?? null,
      language: agent?.language ?? null,
    })
    .execute()
}

/** Whether any of these happened since then. */
export const hasHappened = async (
  trx: Trx,
  ownerId: string,
  { events, since }: { events: readonly SecurityEvent[]; since: Date },
): Promise<boolean> => {
  const line = await trx
    .selectFrom('security_events')
    .select('event_id')
    .where('owner_id', '=', ownerId)
    .where('at', '>', since)
    .where('event', 'in', events)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** Counts it on the newest line of its kind, browser and device between two moments, which becomes as new as this; false when there is none. */
export const repeatSecurityEvent = async (
  trx: Trx,
  ownerId: string,
  {
    event,
    at,
    since,
    until,
    agent,
  }: Pick<LoggedEvent, 'at' | 'event'> & { since: Date; until: Date; agent: Agent | null },
): Promise<boolean> => {
  const line = await trx
    .selectFrom('security_events')
    .select('event_id')
    .where('owner_id', '=', ownerId)
    .where('event', '=', event)
    .where('browser', 'is not distinct from', agent?.browser ?? null)
    .where('device', 'is not distinct from', agent?.device ?? null)
    .where('at', '>=', since)
    .where('at', '<', until)
    .orderBy('at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!line) return false
  await trx
    .updateTable('security_events')
    .set((row) => ({
      times: row('times', '+', 1),
      at: sql<Date>`greatest(at, ${at}::timestamptz)`,
      time_zone: agent?.timeZone ?? null,
      language: agent?.language ?? null,
    }))
    .where('owner_id', '=', ownerId)
    .where('event_id', '=', line.event_id)
    .execute()
  return true
}

/** When the newest line of a kind was written. */
export const findNewest = async (db: Db, ownerId: string, event: SecurityEvent): Promise<Date | null> => {
  const row = await db
    .selectFrom('security_events')
    .select('at')
    .where('owner_id', '=', ownerId)
    .where('event', '=', event)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** How often it happened since then. */
export const countSince = async (db: Db, ownerId: string, event: SecurityEvent, since: Date): Promise<number> => {
  const row = await db
    .selectFrom('security_events')
    .select(sql<number>`coalesce(sum(times), 0)::integer`.as('times'))
    .where('owner_id', '=', ownerId)
    .where('event', '=', event)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return row.times
}

export type Position = { at: Date; id: string }

/** Where a line of this person stands; null when there is no such line. */
export const findPosition = async (db: Db, ownerId: string, id: string): Promise<Position | null> => {
  const row = await db
    .selectFrom('security_events')
    .select(['at', 'event_id as id'])
    .where('owner_id', '=', ownerId)
    .where('event_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first, from after a position on. */
export const listSecurityEvents = async (
  db: Db,
  ownerId: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<LoggedEvent[]> => {
  let query = db
    .selectFrom('security_events')
    .select(['event_id', 'at', 'event', 'times', 'browser', 'device', 'time_zone', 'language'])
    .where('owner_id', '=', ownerId)
  if (after !== null) query = query.where(sql<boolean>`(at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  const rows = await query.orderBy('at', 'desc').orderBy('event_id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.event_id,
    at: row.at,
    event: row.event as SecurityEvent,
    times: row.times,
    browser: row.browser as Browser | null,
    device: row.device as Device | null,
    timeZone: row.time_zone,
    language: row.language,
  }))
}

/** Forgets what is older than the log goes back. */
export const pruneSecurityEvents = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('security_events').where('at', '<', before).execute()
}
