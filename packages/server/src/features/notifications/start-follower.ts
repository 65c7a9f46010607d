import { followWakes } from '#platform/live/follow-wakes.ts'
import type { Services } from '#platform/services.ts'
import { AT_A_TIME, catchUp, followMovements } from './follow-movements.ts'
import type { Telling } from './tell-notices.ts'

/** Notifies people of what is new while the process runs: together, and a payment's two sides in one transaction. */
export const startFollower = (services: Telling & Pick<Services, 'ledger' | 'log'>) =>
  followWakes(services, {
    component: 'notices',
    failed: 'people could not be notified',
    gatherMs: 200,
    pauseMs: 0,
    afterFailureMs: 2_000,
    atATime: AT_A_TIME,
    follow: (ownerIds) => followMovements(services, ownerIds, false),
    catchUp: () => catchUp(services),
  })
