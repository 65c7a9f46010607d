/**
 * Rewards in the demo world: the past earns none, but for the first person, who is one send short of a reward. Whoever makes that send
 * by hand sees it paid; what did not count on the way there says why.
 */
import { countMovements, countOf } from '#features/rewards/index.ts'
import { listNewestMovements } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { FIRST } from './cast.ts'
import type { DemoClock } from './demo-clock.ts'
import type { People } from './make-people.ts'

const ONE_SHORT = 9
const DAYS = 60
const DAY_MS = 86_400_000
/** More than anybody does in that time. */
const MOST = 500

export const countForFirst = async (services: Services, clock: DemoClock, people: People): Promise<void> => {
  const ownerId = people.ids[FIRST]
  clock.moveToNow()
  const now = clock.now().getTime()
  const newest = await listNewestMovements(services.db, ownerId, MOST)
  const sent = newest.filter(({ type, method, createdAt }) => {
    return type === 'sent' && method === 'wallet' && createdAt.getTime() > now - DAYS * DAY_MS
  })
  for (const movement of sent) {
    if ((await countOf(services.db, ownerId, 'inAppSends')) >= ONE_SHORT) break
    // When it is known what came back within the week.
    clock.moveTo(new Date(Math.min(now, movement.createdAt.getTime() + 7 * DAY_MS)))
    await countMovements(services, ownerId, [movement])
  }
  clock.moveToNow()
}
