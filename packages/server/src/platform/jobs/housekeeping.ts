/** What the platform itself cleans up, and when. */
import type { Ledger } from '@puente/ledger'
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
    'ledger.prune-answers': Record<string, never>
  }
}

/** How long a repeat gets the very answer of the first call. The key itself is never deleted. */
const ANSWERS_KEPT_MS = 90 * 24 * 60 * 60 * 1_000
const ANSWERS_AT_A_TIME = 1_000

const pruneAnswers = async (ledger: Ledger, clock: Clock): Promise<void> => {
  const before = new Date(clock.now().getTime() - ANSWERS_KEPT_MS)
  while ((await ledger.pruneAnswers(before, ANSWERS_AT_A_TIME)) === ANSWERS_AT_A_TIME);
}

type Kept = { db: Db; clock: Clock; ledger: Ledger }

export const housekeeping = ({ db, clock, ledger }: Kept): TaskHandlers => ({
  'live.prune': () => pruneEvents(db),
  'rate.prune': () => pruneCounters(db, clock.now()),
  'ledger.prune-answers': () => pruneAnswers(ledger, clock),
})

export const housekeepingSchedule: readonly {
  task: 'live.prune' | 'rate.prune' | 'ledger.prune-answers'
  when: CronTime
}[] = [
  { task: 'live.prune', when: '7 * * * *' },
  { task: 'rate.prune', when: '23 4 * * *' },
  { task: 'ledger.prune-answers', when: '41 4 * * *' },
]
