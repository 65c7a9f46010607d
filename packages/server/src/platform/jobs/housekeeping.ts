/** What the platform itself cleans up, and when. */
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { pruneEvents } from '../live/live-store.ts'
import { pruneCounters } from '../rate-limit/counter-store.ts'
import type { TaskHandlers } from './tasks.ts'
import type { CronTime } from './worker.ts'

declare module './tasks.ts' {
  interface Tasks {
    'live.prune': Record<string, never>
    'rate.prune': Record<string, never>
  }
}

export const housekeeping = ({ db, clock }: { db: Db; clock: Clock }): TaskHandlers => ({
  'live.prune': () => pruneEvents(db),
  'rate.prune': () => pruneCounters(db, clock.now()),
})

export const housekeepingSchedule: readonly { task: 'live.prune' | 'rate.prune'; when: CronTime }[] = [
  { task: 'live.prune', when: '7 * * * *' },
  { task: 'rate.prune', when: '23 4 * * *' },
]
