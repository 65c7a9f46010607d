import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pollFeed, reportUnclaimed, settleCredits } from './poll-feed.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Reads the bank's list and settles what is new. */
    'zelle.poll': Record<string, never>
    /** Has it read as often as is set, for the minute that begins. */
    'zelle.watch': Record<string, never>
    'zelle.report': Record<string, never>
  }
}

const MINUTE_SECONDS = 60

/** One that fails is not repeated: the next is a moment away. Switched off, what was read before is settled all the same. */
const watch = async (services: Services): Promise<void> => {
  const { config, db, jobs } = services
  if (config.zelle === 'off') return settleCredits(services)
  const { pollSeconds } = config.zelle
  await transaction(db, 'order polls', async (trx) => {
    for (let seconds = 0; seconds < MINUTE_SECONDS; seconds += pollSeconds)
      await jobs.add(trx, {
        task: 'zelle.poll',
        payload: {},
        key: `zelle.poll:${seconds}`,
        delayMs: seconds * 1_000,
        maxAttempts: 1,
      })
  })
}

export const zelleTasks = (services: Services) =>
  ({
    'zelle.poll': () => pollFeed(services),
    'zelle.watch': () => watch(services),
    'zelle.report': () => reportUnclaimed(services),
  }) satisfies TaskHandlers
