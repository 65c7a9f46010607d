import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultyProxy, type FaultyProxy } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'

const CLIENTS = 8
const BACK_WITHIN_MS = 60_000

const troubles: Record<string, (way: FaultyProxy, random: Random) => Promise<void>> = {
  slow: async (way, random) => {
    way.slowDown(random.int(50, 600))
    await sleep(3_000)
    way.slowDown(0)
  },
  silent: async (way, random) => {
    way.swallow(true)
    await sleep(random.int(2_000, 7_000))
    way.swallow(false)
    // The swallowed bytes are gone for good: these connections can only be dropped.
    way.resetAll()
  },
  reset: async (way) => way.resetAll(),
  cut: async (way, random) => {
    way.cutNext(random.pick(['afterCommit', 'beforeCommit', 'lateCommit'] as const), random.int(1, 4))
    await sleep(800)
    way.cutNext('none', 0)
  },
}
const KINDS = Object.keys(troubles)

export const badNetwork: Part = {
  name: 'bad-network',
  about:
    'T6 T7: the way from the servers to the database is slow, silent, reset or cut at COMMIT: answers in time, one effect',
  covers: 'product',
  needs: [],
  units: { of: 'troubles', short: 4, full: 120 },
  share: 4,
  run: async ({ random, goesOn }) => {
    let way: FaultyProxy | undefined
    const wayTo = async (target: Parameters<typeof createFaultyProxy>[0]) =>
      (way = await createFaultyProxy(target)).config
    try {
      return await inProductWorld({ wayTo }, async (world) => {
        const { servers, people, admin } = world
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        const seen: Record<string, number> = {}
        let longestMs = 0
        for (let done = 0; goesOn(done); done += 1) {
          await driver.nextAck(BACK_WITHIN_MS)
          const kind = KINDS[done % KINDS.length] ?? 'reset'
          seen[kind] = (seen[kind] ?? 0) + 1
          if (way) await troubles[kind]?.(way, random)
          longestMs = Math.max(longestMs, await driver.nextAck(BACK_WITHIN_MS))
        }
        const figures = await driver.finish()
        assert(figures.unanswered === 0, 'I8: no call is left without an answer', figures)
        await driver.record.verify(admin)
        await world.check()
        const { acknowledged, repeats, slowestMs } = figures
        return {
          ...seen,
          acknowledged,
          repeats,
          'slowest answer ms': slowestMs,
          'back after ms': longestMs,
        }
      })
    } finally {
      await way?.stop()
    }
  },
}
