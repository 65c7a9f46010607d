import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { endRequestsOf, expireRequests } from './expire-requests.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Ends the requests whose time is over. */
    'requests.expire': Record<string, never>
    /** The account is closed: ends what its owner has asked for and was asked for. */
    'requests.end': { ownerId: string }
  }
}

export const requestsTasks = (services: Services) =>
  ({
    'requests.expire': () => expireRequests(services),
    'requests.end': ({ ownerId }) => endRequestsOf(services, ownerId),
  }) satisfies TaskHandlers
