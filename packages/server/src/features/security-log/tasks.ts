import { SECURITY_LOG_DAYS } from '@puente/contract'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pruneSecurityEvents } from './security-log-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'security-events.prune': Record<string, never>
  }
}

const DAY_MS = 86_400_000

/** The background work of this slice. */
export const securityLogTasks = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  ({
    'security-events.prune': () =>
      pruneSecurityEvents(db, new Date(clock.now().getTime() - SECURITY_LOG_DAYS * DAY_MS)),
  }) satisfies TaskHandlers
