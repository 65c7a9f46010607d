import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { endSchedulesOfClosed } from './end-schedules.ts'
import { runDueSchedules } from './run-due.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Makes the runs that are due, and gives the notices of the day before. */
    'schedules.run': Record<string, never>
    /** The account was closed. */
    'schedules.end': { ownerId: string }
  }
}

export const schedulesTasks = (services: Services) =>
  ({
    'schedules.run': (_payload, run) => runDueSchedules(services, run),
    'schedules.end': ({ ownerId }) => endSchedulesOfClosed(services, ownerId),
  }) satisfies TaskHandlers
