import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { endRequestsOf, expireRequests } from './expire-requests.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Ends the requests whose time is over. */
    'requests.expire': Record<string, never>
    /** The account is closed: ends what its owner has asked for and was asked for. Or its owner took it back: ends what was asked for before that, an ISO time. */
    'requests.end': { ownerId: string; before?: string }
  }
}

export const requestsTasks = (services: Services) =>
  ({
    'requests.expire': () => expireRequests(services),
    'requests.end': (of) => endRequestsOf(services, of),
  }) satisfies TaskHandlers
