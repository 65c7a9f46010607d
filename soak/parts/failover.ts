import { setTimeout as sleep } from 'node:timers/promises'
import {
  findLongest,
  follow,
  promote,
  type ScratchCluster,
  startScratchPostgres,
  startScratchStandby,
} from '@puente/postgres'
import pg from 'pg'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { type Driver, startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'

const CLIENTS = 16
const PEOPLE = 8
const ACKS_BEFORE = 200
/** Commits that are cut short while no standby is there, each of them repeated under its key. */
const CANCELLED = 4 * CLIENTS
/** Generous, since the machine may be busy with other things; the figures say what it really took. */
const WITHIN_MS = 60_000
/** How long an answer may be on its way whose commit a standby had when the last one left. */
const ON_ITS_WAY_MS = 1_000
const settings = { max_connections: '100', synchronous_standby_names: 'ANY 1 (s1, s2)' }

const on = async <T>({ superuserUrl }: ScratchCluster, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: superuserUrl })
  client.on('error', () => {}) // told by the rejection
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Leaves the primary without standbys: they run on, and look for it where it is not. */
const sendAway = async (standbys: readonly ScratchCluster[]): Promise<void> => {
  for (const standby of standbys)
    await on(standby, async (client) => {
      const { rows } = await client.query<{ info: string }>(`select current_setting('primary_conninfo') as info`)
      await client.query(`alter system set primary_conninfo = ${pg.escapeLiteral(`${rows[0]?.info ?? ''} port=1`)}`)
      await client.query('select pg_reload_conf()')
    })
}

/** Cancels waits for a standby as they come, until there were so many; what is kept by this server alone is then visible. */
const cancelWaits = async (primary: ScratchCluster, count: number): Promise<void> =>
  on(primary, async (client) => {
    const started = performance.now()
    for (let cancelled = 0; cancelled < count; await sleep(5)) {
      assert(performance.now() - started < WITHIN_MS, 'commits go on while no standby is there', { cancelled })
      const { rowCount } = await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and usename = 'app'`,
      )
      cancelled += rowCount ?? 0
    }
  })

/** No standby is there: money calls and their repeats are open, and none of them is acknowledged. */
const withoutStandbys = async (clusters: readonly ScratchCluster[], driver: Driver): Promise<void> => {
  const [primary, ...standbys] = clusters
  assert(primary !== undefined, 'there is a primary')
  await sendAway(standbys)
  await sleep(ON_ITS_WAY_MS)
  const before = driver.acks()
  await cancelWaits(primary, CANCELLED)
  assert(driver.acks() === before, 'P2: what no standby has is not acknowledged, nor is its repeat', {
    acknowledged: driver.acks() - before,
  })
}

/** Loses the primary, with all that only it has; answers how long promotion and the first acknowledged send took. */
const failOver = async (clusters: readonly ScratchCluster[], driver: Driver) => {
  const [primary, ...standbys] = clusters
  assert(primary !== undefined, 'there is a primary to lose')
  process.kill(primary.pid, 'SIGKILL')
  await primary.exited
  const started = performance.now()
  const chosen = await findLongest(standbys)
  await promote(chosen)
  for (const standby of standbys) if (standby !== chosen) await follow(standby, chosen)
  const promotedMs = performance.now() - started
  const writableMs = await driver.nextAck(WITHIN_MS)
  return { promotedMs, writableMs: promotedMs + writableMs }
}

const oneFailover = async (clusters: readonly ScratchCluster[], random: Random) => {
  const hosts = clusters.map(({ superuserUrl }) => /@([^/]*)\//.exec(superuserUrl)?.[1]).join(',')
  const superuserUrl = clusters[0]?.superuserUrl.replace(/@[^/]*\//, `@${hosts}/`)
  assert(superuserUrl !== undefined, 'there is a primary')
  return inProductWorld({ superuserUrl, people: PEOPLE }, async (world) => {
    const { servers, people, admin } = world
    const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
    while (driver.acks() < ACKS_BEFORE) await driver.nextAck(WITHIN_MS)
    await withoutStandbys(clusters, driver)
    const times = await failOver(clusters, driver)
    const acks = driver.acks()
    while (driver.acks() < acks + ACKS_BEFORE) await driver.nextAck(WITHIN_MS)
    const { acknowledged } = await driver.finish()
    await driver.record.verify(admin)
    await world.check()
    return { acknowledged, ...times }
  })
}

/** The primary first, then its standbys. */
const withClusters = async <T>(work: (clusters: readonly ScratchCluster[]) => Promise<T>): Promise<T> => {
  const clusters: ScratchCluster[] = []
  try {
    const primary = await startScratchPostgres({ settings })
    clusters.push(primary)
    for (const name of ['s1', 's2']) clusters.push(await startScratchStandby({ primary, name, settings }))
    return await work(clusters)
  } finally {
    for (const cluster of clusters) await cluster.remove()
  }
}

const median = (values: number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)

export const failover: Part = {
  name: 'failover',
  about:
    'T27: under load over HTTP the standbys leave, commits are cut short, the primary is killed and a standby promoted',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'failovers', short: 0, full: 20 },
  share: 3,
  run: async ({ random, goesOn, say }) => {
    const seen: Awaited<ReturnType<typeof oneFailover>>[] = []
    while (goesOn(seen.length)) {
      const one = await withClusters((clusters) => oneFailover(clusters, random))
      say(`promoted in ${Math.round(one.promotedMs)} ms, acknowledging after ${Math.round(one.writableMs)} ms`)
      seen.push(one)
    }
    return {
      acknowledged: seen.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      'promotion median ms': median(seen.map(({ promotedMs }) => promotedMs)),
      'writable median ms': median(seen.map(({ writableMs }) => writableMs)),
      'writable longest ms': Math.round(Math.max(...seen.map(({ writableMs }) => writableMs))),
    }
  },
}
