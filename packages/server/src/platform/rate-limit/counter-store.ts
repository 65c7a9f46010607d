/** Counters with a window, in the database: every process counts together, and a restart forgives nothing. */
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Budget } from './throttles.ts'

/** Uses without a pause; each further one doubles it, up to the longest. */
const FREE_USES = 3
const LONGEST_PAUSE_S = 60

export type Count = { count: number; windowEndsAt: Date }

/** A window that begins more than its length from now was opened by a clock that was wrong and has been set right since. */
const isOtherWindow = (windowMs: number, now: Date) =>
  sql<boolean>`(c.window_started_at <= ${new Date(now.getTime() - windowMs)}
                or c.window_started_at > ${new Date(now.getTime() + windowMs)})`

/** How long the next use has to wait once `count` uses were made. */
const pauseAfter = (count: ReturnType<typeof sql>) =>
  sql`case when ${count} < ${FREE_USES} then 0 else least(power(2, ${count} - ${FREE_USES}), ${LONGEST_PAUSE_S}) end`

/**
 * Counts one use, unless the budget is spent or a pause is running. Atomic: of uses that arrive together exactly as many
 * pass as are left. Null when it did not pass; a refused use is not counted.
 */
export const takeOne = async (db: Db, key: string, budget: Budget, now: Date): Promise<Count | null> => {
  const isOver = isOtherWindow(budget.windowMs, now)
  const next = sql`case when ${isOver} then 1 else c.count + 1 end`
  const blockedUntil = budget.growing
    ? sql`${now}::timestamptz + (${pauseAfter(sql`(${next})`)}) * interval '1 second'`
    : sql`null`
  const { rows } = await sql<{ count: number; window_started_at: Date }>`
    insert into rate_counters as c (key, window_started_at, count) values (${key}, ${now}, 1)
    on conflict (key) do update
       set count = ${next},
           window_started_at = case when ${isOver} then ${now}::timestamptz else c.window_started_at end,
           blocked_until = ${blockedUntil}
     where ${isOver} or (c.count < ${budget.max} and (c.blocked_until is null or c.blocked_until <= ${now}))
    returning count, window_started_at`.execute(db)
  const [row] = rows
  return row ? { count: row.count, windowEndsAt: new Date(row.window_started_at.getTime() + budget.windowMs) } : null
}

/** Counts `uses` at once without refusing; for counters whose limit the caller checks. */
export const addUses = async (db: Db, key: string, windowMs: number, uses: number, now: Date): Promise<Count> => {
  const isOver = isOtherWindow(windowMs, now)
  const { rows } = await sql<{ count: number; window_started_at: Date }>`
    insert into rate_counters as c (key, window_started_at, count) values (${key}, ${now}, ${uses})
    on conflict (key) do update
       set count = case when ${isOver} then ${uses}::int else least(c.count, 1000000) + ${uses}::int end,
           window_started_at = case when ${isOver} then ${now}::timestamptz else c.window_started_at end
    returning count, window_started_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a counter was written and did not come back')
  return { count: row.count, windowEndsAt: new Date(row.window_started_at.getTime() + windowMs) }
}

/** When a use can pass again. */
export const readOpening = async (db: Db, key: string, budget: Budget, now: Date): Promise<Date> => {
  const row = await db.selectFrom('rate_counters').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) return now
  const windowEnd = new Date(row.window_started_at.getTime() + budget.windowMs)
  if (row.count >= budget.max) return windowEnd
  return row.blocked_until && row.blocked_until > now ? row.blocked_until : now
}

/** Restores one use, for work that came to nothing. */
export const restoreOne = async (db: Db, key: string): Promise<void> => {
  await sql`update rate_counters set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
}

export const clearCounter = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('rate_counters').where('key', '=', key).execute()
}

/** No window is longer than a day; two days on, a counter says nothing any more. */
export const pruneCounters = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('rate_counters')
    .where('window_started_at', '<', new Date(now.getTime() - 2 * 86_400_000))
    .execute()
}
