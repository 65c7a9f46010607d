import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pruneFlows } from './flows-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'social.prune': Record<string, never>
  }
}

const DAY_MS = 86_400_000

/** The background work of this slice. */
export const socialTasks = (services: Services) =>
  ({
    'social.prune': () => pruneFlows(services.db, new Date(services.clock.now().getTime() - DAY_MS)),
  }) satisfies TaskHandlers
