import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { keepAllInDoubt } from './keep-in-doubt.ts'
import { endApproversOf } from './leave-approver.ts'
import { settleApprovers } from './settle-approvers.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Whose day is over. */
    'approvers.settle': Record<string, never>
    /** Somebody else may have acted in the account. */
    'approvers.keep': { ownerId: string }
    /** The account was closed, or taken back by its owner: then only who was asked before that, an ISO time. */
    'approvers.end': { ownerId: string; before?: string }
  }
}

export const approversTasks = (services: Services) =>
  ({
    'approvers.settle': () => settleApprovers(services),
    'approvers.keep': ({ ownerId }) => keepAllInDoubt(services, ownerId),
    'approvers.end': (of) => endApproversOf(services, of),
  }) satisfies TaskHandlers
