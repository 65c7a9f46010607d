import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pruneUsageEvents } from './content-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'usage-events.prune': Record<string, never>
  }
}

/** Long enough to compare one quarter with the one before. */
const USAGE_KEPT_MS = 180 * 86_400_000

/** The background work of this slice. */
export const contentTasks = ({ clock, db }: Pick<Services, 'clock' | 'db'>) =>
  ({
    'usage-events.prune': () => pruneUsageEvents(db, new Date(clock.now().getTime() - USAGE_KEPT_MS)),
  }) satisfies TaskHandlers
