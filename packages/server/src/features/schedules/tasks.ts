import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { endSchedulesOf } from './end-schedules.ts'
import { runDueSchedules } from './run-due.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Makes the runs that are due, and gives the notices of the day before. */
    'schedules.run': Record<string, never>
    /** The account was closed, or taken back by its owner: then only what was arranged before that, an ISO time. */
    'schedules.end': { ownerId: string; before?: string }
  }
}

export const schedulesTasks = (services: Services) =>
  ({
    'schedules.run': (_payload, run) => runDueSchedules(services, run),
    'schedules.end': (of) => endSchedulesOf(services, of),
  }) satisfies TaskHandlers
