import { setTimeout as sleep } from 'node:timers/promises'
import { assert, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'

const CLIENTS = 12
const BACK_WITHIN_MS = 60_000
const DRAINED_WITHIN_MS = 20_000

export const rollingRestart: Part = {
  name: 'rolling-restart',
  about:
    'T18: one server after another is stopped and started again under load: it drains, and nothing acknowledged is lost',
  covers: 'product',
  needs: [],
  units: { of: 'restarts', short: 1, full: 60 },
  share: 2,
  run: ({ random, goesOn }) =>
    inProductWorld({}, async (world) => {
      const { servers, people, admin } = world
      const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
      let slowestDrainMs = 0
      for (let done = 0; goesOn(done); done += 1) {
        await driver.nextAck(BACK_WITHIN_MS)
        await sleep(random.int(50, 400))
        const server = servers[done % servers.length]
        if (server) slowestDrainMs = Math.max(slowestDrainMs, Math.round(await server.restart()))
        assert(slowestDrainMs < DRAINED_WITHIN_MS, 'a server drains in time after SIGTERM', { slowestDrainMs })
      }
      assert(
        servers.every((server) => server.deaths() === 0),
        'a server ends only on SIGTERM',
      )
      const { acknowledged, repeats } = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      return { acknowledged, repeats, 'slowest drain ms': slowestDrainMs }
    }),
}
