/**
 * Forgets what was used of limits so long ago that no window reaches it, with a margin in which everything can still be
 * held against the movements it stands for.
 */
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Database } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { LONGEST_WINDOW_MS } from './limit-state-rules.ts'
import { deleteUsage, listCountedOwners } from './prune-store.ts'
import { bucketOf } from './usage-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'limits.prune': { after?: string }
  }
}

const MARGIN_MS = LONGEST_WINDOW_MS / 2
const OWNERS_AT_A_TIME = 200
/** What one run looks at before it hands on to the next. */
const TURNS = 100

/**
 * One run over the next owners, and the owner with whom the next one goes on; null when this was the last. The time is the
 * database's own, whatever clock was moved: what was counted in a future that was only tried out is kept longer.
 */
export const pruneUsage = async (
  db: Database,
  from: string | null,
  { owners = OWNERS_AT_A_TIME, turns = TURNS } = {},
): Promise<string | null> => {
  const before = bucketOf(new Date((await databaseNow(db, systemClock)).getTime() - LONGEST_WINDOW_MS - MARGIN_MS))
  let after = from
  for (let turn = 0; turn < turns; turn += 1) {
    const listed = await listCountedOwners(db.pool, after, owners)
    if (listed.length > 0) await deleteUsage(db.pool, listed, before)
    if (listed.length < owners) return null
    after = listed.at(-1) ?? null
  }
  return after
}

export const limitsTasks = ({ db, jobs }: Pick<Services, 'db' | 'jobs'>): TaskHandlers => ({
  'limits.prune': async ({ after }) => {
    const next = await pruneUsage(db, after ?? null)
    if (next !== null)
      await transaction(db, 'go on with pruning', (trx) =>
        jobs.add(trx, { task: 'limits.prune', payload: { after: next } }),
      )
  },
})
