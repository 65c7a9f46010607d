import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { killQuietly } from '../support/signals.ts'

const CLIENTS = 12
const BACK_WITHIN_MS = 60_000
/** Longer than a lock is waited for, and than a statement may take. */
const SHORTEST_MS = 2_500
const LONGEST_MS = 8_000

/** The backend that holds locks at this moment, if there is one. */
const busyBackend = async ({ admin }: ProductWorld): Promise<number | undefined> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'app' and xact_start is not null limit 1`,
    )
    if (rows[0]) return rows[0].pid
  }
  return undefined
}

/** Nothing dies, everything only takes long: what was given up as lost may still happen. */
export const stopped: Part = {
  name: 'stopped',
  about:
    'T5: a server, or the backend that holds the locks, stands still for seconds and then goes on: one effect per key',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'stops', short: 1, full: 100 },
  share: 3,
  run: ({ random, goesOn }) =>
    inProductWorld({}, async (world) => {
      const { servers, people, admin } = world
      const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
      const kinds = { server: 0, backend: 0 }
      const first = random.int(0, 1)
      for (let done = 0; goesOn(done); done += 1) {
        await driver.nextAck(BACK_WITHIN_MS)
        const kind = (first + done) % 2 === 0 ? 'backend' : 'server'
        const pid = kind === 'server' ? random.pick(servers).pid() : await busyBackend(world)
        killQuietly(pid, 'SIGSTOP')
        await sleep(random.int(SHORTEST_MS, LONGEST_MS))
        killQuietly(pid, 'SIGCONT')
        kinds[kind] += 1
        await driver.nextAck(BACK_WITHIN_MS)
      }
      const figures = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      const { acknowledged, repeats, unanswered } = figures
      return { ...kinds, acknowledged, repeats, unanswered, 'slowest answer ms': figures.slowestMs }
    }),
}
