import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { databaseUp } from '../support/enduring.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { killQuietly } from '../support/signals.ts'
import { watchTotals } from '../support/watch-totals.ts'

const CLIENTS = 48
/** So many are acknowledged before each kill: 200 kills are among a hundred thousand. */
const ACKS_BEFORE = 500
const PACE_MS = 60_000
/** Generous, since the machine may be busy with other things; the figures say what it really took. */
const BACK_WITHIN_MS = 60_000
const CHECK_EVERY = 10

/** A server process of the database that works for one of ours; its death takes the others' sessions along. */
const aBackend = async ({ admin }: ProductWorld, random: Random): Promise<number | null> => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'app' and backend_type = 'client backend'`,
  )
  return rows.length === 0 ? null : random.pick(rows).pid
}

const blows: Record<string, (world: ProductWorld, random: Random) => Promise<void>> = {
  server: async ({ servers }, random) => random.pick(servers).signal('SIGKILL'),
  backend: async (world, random) => killQuietly(await aBackend(world, random), 'SIGKILL'),
  postmaster: async (world) => {
    killQuietly(world.cluster().pid, 'SIGKILL')
    await world.restartDatabase()
  },
  everything: async (world) => {
    for (const server of world.servers) server.signal('SIGKILL')
    killQuietly(world.cluster().pid, 'SIGKILL')
    await world.restartDatabase()
  },
}
const ODDS = ['server', 'server', 'server', 'backend', 'backend', 'postmaster', 'everything'] as const

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const killCycles: Part = {
  name: 'kill-cycles',
  about: 'T1 T3: kill -9 of a server, a backend, the postmaster, everything, under load: nothing lost, nothing doubled',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'kills', short: 4, full: 200 },
  share: 6,
  run: ({ random, goesOn }) =>
    inProductWorld({}, async (world) => {
      const { servers, people, admin } = world
      const totals = watchTotals(admin)
      const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
      const gaps: number[] = []
      const kinds: Record<string, number> = {}
      for (let done = 0; goesOn(done); done += 1) {
        await driver.nextAck(BACK_WITHIN_MS)
        for (const until = Date.now() + PACE_MS; driver.acks() < (done + 1) * ACKS_BEFORE && Date.now() < until;)
          await sleep(20)
        await sleep(random.int(50, 700))
        // The first few are one of each kind, so that a short run tries them all.
        const kind = (['server', 'backend', 'postmaster', 'everything'] as const)[done] ?? random.pick(ODDS)
        kinds[kind] = (kinds[kind] ?? 0) + 1
        await blows[kind]?.(world, random)
        gaps.push(await driver.nextAck(BACK_WITHIN_MS))
        await Promise.all(servers.map((server) => server.ready()))
        // An answer may have been on its way when the database fell.
        await databaseUp(admin, BACK_WITHIN_MS)
        if (done % CHECK_EVERY === CHECK_EVERY - 1) await Promise.all([driver.record.verify(admin), world.check()])
      }
      const figures = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      return {
        ...kinds,
        acknowledged: figures.acknowledged,
        repeats: figures.repeats,
        'gap median ms': median(gaps),
        'gap longest ms': Math.max(...gaps),
        'slowest answer ms': figures.slowestMs,
        'totals read': await totals.stop(),
      }
    }),
}
