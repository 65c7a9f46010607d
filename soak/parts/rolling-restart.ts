import { setTimeout as sleep } from 'node:timers/promises'
import { must, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'

const CLIENTS = 12
const BACK_WITHIN_MS = 60_000
const DRAINED_WITHIN_MS = 20_000

export const rollingRestart: Part = {
  name: 'rolling-restart',
  about:
    'T18: one server after another is told to end and started again under load: nothing acknowledged is lost, and it drains',
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
        must(slowestDrainMs < DRAINED_WITHIN_MS, 'a server that is told to end has drained in time', { slowestDrainMs })
      }
      must(
        servers.every((server) => server.deaths() === 0),
        'a server ends only when it is told to',
      )
      const { acknowledged, repeats } = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      return { acknowledged, repeats, 'slowest drain ms': slowestDrainMs }
    }),
}
