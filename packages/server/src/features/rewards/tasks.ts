import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { countTakenBack } from './count-movements.ts'
import { countVerified } from './count-verified.ts'
import { catchUp } from './follow-rewards.ts'
import { putForward } from './line-store.ts'
import { postLine } from './post-line.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Makes up for hints that were lost. */
    'rewards.catch-up': Record<string, never>
    /** Pays and takes back what is due. */
    'rewards.post': Record<string, never>
    /** The person has reached tier 1. */
    'rewards.count-verified': { ownerId: string }
    /** A provider has taken back what the person had paid. */
    'rewards.count-taken-back': { ownerId: string; id: string }
    /** Nothing keeps the account from being paid any more, or it is closed. */
    'rewards.resume': { ownerId: string }
  }
}

export const rewardsTasks = (services: Services) =>
  ({
    'rewards.catch-up': () => catchUp(services),
    'rewards.post': (_payload, run) => postLine(services, run),
    'rewards.count-verified': ({ ownerId }, { orderedAt }) => countVerified(services, ownerId, orderedAt),
    'rewards.count-taken-back': ({ ownerId, id }) => countTakenBack(services, ownerId, id),
    'rewards.resume': ({ ownerId }) => putForward(services.db, ownerId, services.clock.now()),
  }) satisfies TaskHandlers
