import { setTimeout as sleep } from 'node:timers/promises'
import { must, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'

const STAGES = ['batch.locked', 'batch.decided', 'batch.written', 'batch.committed'] as const
const CLIENTS = 8
const BACK_WITHIN_MS = 60_000

/** The process dies at exactly the stages where it would hurt. */
export const failpoints: Part = {
  name: 'failpoints',
  about:
    'T2: a server dies by kill -9 inside every stage of a batch, at a random passing: nothing lost, nothing doubled',
  needs: ['linux'],
  units: { of: 'deaths', short: 2, full: 200 },
  share: 4,
  run: ({ random, goesOn }) =>
    inProductWorld({}, async (world) => {
      const { servers, people, admin } = world
      const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
      const died: Record<string, number> = {}
      const first = random.int(0, STAGES.length - 1)
      for (let done = 0; goesOn(done); done += 1) {
        const stage = STAGES[(first + done) % STAGES.length] ?? 'batch.locked'
        const victim = random.pick(servers)
        const before = victim.deaths()
        victim.failpoints(`${stage}=kill@${random.int(1, 40)}`)
        await victim.restart()
        const until = Date.now() + BACK_WITHIN_MS
        while (victim.deaths() === before) {
          must(Date.now() < until, 'the armed point is met', { stage })
          await sleep(20)
        }
        died[stage] = (died[stage] ?? 0) + 1
        await victim.ready()
        await driver.nextAck(BACK_WITHIN_MS)
        await driver.record.verify(admin)
      }
      const { acknowledged, repeats } = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      return { ...died, acknowledged, repeats }
    }),
}
