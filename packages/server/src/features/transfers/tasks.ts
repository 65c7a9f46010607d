import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { releaseHeldTransfers, releaseSentTransfers } from './held-transfers.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** The person has proved who they are: what waited for that goes through. */
    'held-transfers.release': { ownerId: string }
    /** The person's account is no longer frozen: what waited for that goes through. */
    'held-transfers.resume': { ownerId: string }
  }
}

export const transfersTasks = (services: Services) =>
  ({
    'held-transfers.release': ({ ownerId }) => releaseHeldTransfers(services, ownerId),
    'held-transfers.resume': ({ ownerId }) => releaseSentTransfers(services, ownerId),
  }) satisfies TaskHandlers
