import { followWakes } from '#platform/live/follow-wakes.ts'
import type { Services } from '#platform/services.ts'
import type { Counting } from './count-movements.ts'
import { AT_A_TIME, catchUp, followRewards } from './follow-rewards.ts'

/** Counts what is new while the process runs. No person waits for a reward, and people's money comes first. */
export const startRewardsFollower = (services: Counting & Pick<Services, 'log'>) =>
  followWakes(services, {
    component: 'rewards',
    failed: 'what is new could not be counted',
    gatherMs: 500,
    pauseMs: 500,
    afterFailureMs: 3_000,
    atATime: AT_A_TIME,
    follow: (ownerIds) => followRewards(services, ownerIds, false),
    catchUp: () => catchUp(services),
  })
