/** The demo world in a database: its people, and half a year of what they did. */
import type { Services } from '#platform/services.ts'
import { act, openOneDeposit } from './acts.ts'
import { countFromNow, forgetAnnouncements, leaveUncounted } from './demo-store.ts'
import type { DemoClock } from './demo-clock.ts'
import { makePayables } from './getting-paid.ts'
import { makePeople } from './make-people.ts'
import { countForFirst } from './rewards.ts'
import { planStory } from './story.ts'

/**
 * Makes what is missing of it. `services` must have been composed with this clock, which is moved through the past and
 * stands at the present afterwards.
 */
export const makeWorld = async (services: Services, clock: DemoClock): Promise<void> => {
  try {
    const people = await makePeople(services, clock)
    await leaveUncounted(services.db, Object.values(people.ids))
    await act(services, clock, people, planStory(people.until))
    await makePayables(services, clock, people)
    await openOneDeposit(services, clock, people)
    await countForFirst(services, clock, people)
    await forgetAnnouncements(services.db, Object.values(people.ids))
    await countFromNow(services.db, Object.values(people.ids))
  } finally {
    clock.moveToNow()
  }
}
