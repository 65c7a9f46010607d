import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { releaseHeldTransfers } from './held-transfers.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** The person has proved who they are: what waited for that goes through. */
    'held-transfers.release': { ownerId: string }
  }
}

export const transfersTasks = (services: Services) =>
  ({ 'held-transfers.release': ({ ownerId }) => releaseHeldTransfers(services, ownerId) }) satisfies TaskHandlers
