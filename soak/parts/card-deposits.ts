import type { Part } from '../frame/part.ts'
import { checkDeposits, hurrySweeps, payAndGetCredited, startDeposit } from '../support/deposits.ts'
import { inProductWorld } from '../support/product-world.ts'

const POINTS = ['provider.before', 'provider.after', 'webhook.stored', 'webhook.applied', 'outbox.claimed'] as const
const DEPOSITS_AT_ONCE = 4

/** A server dies at every stage of a payment that another party takes part in; the person only pays, once. */
export const cardDeposits: Part = {
  name: 'card-deposits',
  about: 'T2: a server dies before and after it calls the card provider, and around its events: one charge, one credit',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'deposits', short: 0, full: 500 },
  share: 3,
  run: ({ goesOn }) =>
    inProductWorld({ people: DEPOSITS_AT_ONCE }, async (world) => {
      const { servers, people } = world
      const paid = new Map(people.map(({ id }) => [id, 0]))
      const endHurry = hurrySweeps(world)
      let round = 0
      for (let done = 0; goesOn(done); done += DEPOSITS_AT_ONCE) {
        const point = POINTS[round % POINTS.length] ?? 'provider.before'
        const victim = servers[0]
        victim?.failpoints(`${point}=kill@1`)
        await victim?.restart()
        await Promise.all(
          people.map(async (person) => {
            await payAndGetCredited(world, await startDeposit(world, person, round))
            paid.set(person.id, (paid.get(person.id) ?? 0) + 1)
          }),
        )
        await victim?.ready()
        round += 1
      }
      await endHurry()
      const { charges } = await checkDeposits(world, paid)
      await world.check()
      return { deaths: servers[0]?.deaths() ?? 0, charges }
    }),
}
