import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { databaseUp } from '../support/enduring.ts'
import { type Driver, startDriver, watchSilence } from '../support/driver.ts'
import { type PatroniCluster, type PatroniNode, startPatroni } from '../support/patroni.ts'
import { percentile } from '../support/percentile.ts'
import { inProductWorld } from '../support/product-world.ts'
import { killQuietly } from '../support/signals.ts'
import { addUpAgain } from '../support/sums.ts'

const NODES = 3
const CLIENTS = 16
const PEOPLE = 8
const ACKS_BETWEEN = 100
const WITHIN_MS = 120_000
/** How long a stopped primary is given once it goes on, with its successor at work. */
const AWAKE_MS = 3_000
const STRAYS = 4

/** What is lost. Patroni does all the rest; only its process is started again, as a supervisor or the machine would. */
const blows = {
  /** The old primary stands still, and goes on after it was replaced. */
  stalled: ({ processes }: PatroniNode) => signal([processes().patroni, ...processes().postgres], 'SIGSTOP'),
  postgres: ({ processes }: PatroniNode) => signal(processes().postgres, 'SIGKILL'),
  machine: ({ processes }: PatroniNode) => signal([processes().patroni, ...processes().postgres], 'SIGKILL'),
  /** The old primary runs on without anything that would stop it. */
  patroni: ({ processes }: PatroniNode) => signal([processes().patroni], 'SIGKILL'),
}
type Blow = keyof typeof blows
const KINDS = Object.keys(blows) as Blow[]

const signal = (pids: readonly (number | null)[], name: NodeJS.Signals): void => {
  for (const pid of pids) killQuietly(pid, name)
}

type Strays = { stop: () => Promise<{ acknowledged: string[]; late: number }> }

/** The time line on which the row was written: a server that becomes the primary once more is on another one. */
const WRITE = `insert into strays values ($1) returning substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`

/**
 * Clients that know nothing of a failover and write to one server, whatever it has become. What it acknowledges must
 * be at its successor; `late` is what it was asked after `isReplaced` and acknowledged as if it were still the primary.
 */
const startStrays = (url: string, isReplaced: () => boolean): Strays => {
  let isOver = false
  const acknowledged: string[] = []
  let late = 0
  let timeline: string | null = null
  const open = new Set<pg.Client>()
  const write = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    let isWarned = false
    client.on('error', () => {})
    // A wait for a standby that was cut short: PostgreSQL says that the row may be here alone.
    client.on('notice', ({ severity }) => (isWarned ||= severity === 'WARNING'))
    open.add(client)
    try {
      await client.connect()
      while (!isOver) {
        const id = randomUUID()
        const isLate = isReplaced()
        const { rows } = await client.query<{ timeline: string }>(WRITE, [id])
        if (isWarned) return
        acknowledged.push(id)
        timeline ??= rows[0]?.timeline ?? null
        if (isLate && rows[0]?.timeline === timeline) late += 1
        await sleep(50)
      }
    } catch {
      // It is down, replaced, or was lost: asked again.
    } finally {
      open.delete(client)
      client.end().catch(() => {})
    }
  }
  const writing = Array.from({ length: STRAYS }, async () => {
    for (; !isOver; await sleep(100)) await write()
  })
  return {
    stop: async () => {
      isOver = true
      await sleep(100)
      // A commit that waits for a standby for good would be waited for.
      for (const client of open) (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
      await Promise.all(writing)
      return { acknowledged, late }
    },
  }
}

const onSuperuser = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const missingAt = async (url: string, ids: string[]): Promise<number> =>
  onSuperuser(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from unnest($1::uuid[]) as told (id) where not exists (select from strays where strays.id = told.id)`,
      [ids],
    )
    return rows[0]?.n ?? 0
  })

const acknowledgeMore = async (driver: Driver): Promise<void> => {
  for (const wanted = driver.acks() + ACKS_BETWEEN; driver.acks() < wanted;) await driver.nextAck(WITHIN_MS)
}

/** Loses the primary once; answers how long Patroni took to replace it and how long no send was acknowledged. */
const oneLoss = async (cluster: PatroniCluster, driver: Driver, kind: Blow) => {
  const old = await cluster.leader()
  assert(old !== null, 'there is a primary')
  let isReplaced = false
  const strays = startStrays(old.url, () => isReplaced)
  await acknowledgeMore(driver)
  const silence = watchSilence(driver)
  const started = performance.now()
  blows[kind](old)
  await cluster.nextLeader(old)
  isReplaced = true
  const replacedMs = Math.round(performance.now() - started)
  await acknowledgeMore(driver)
  const silentMs = silence.stop()
  if (kind === 'stalled') {
    signal([old.processes().patroni, ...old.processes().postgres], 'SIGCONT')
    await sleep(AWAKE_MS)
  }
  // Without its Patroni the old primary would run on for ever; the others are taken back by theirs.
  old.restart()
  await cluster.settled()
  const { acknowledged, late } = await strays.stop()
  assert(late === 0, 'a primary that was replaced acknowledges nothing that it is asked then', { kind, late })
  const missing = await missingAt((await cluster.leader())?.url ?? '', acknowledged)
  assert(missing === 0, 'what the old primary acknowledged is at the new one', { kind, missing })
  return { kind, replacedMs, silentMs, strays: acknowledged.length }
}

const kindOf = (done: number, random: Random): Blow => KINDS[done] ?? random.pick(KINDS)

export const patroni: Part = {
  name: 'patroni',
  about:
    'T27: three servers that Patroni runs, under load over HTTP: the primary is killed, with or without its Patroni, or stands still; Patroni alone replaces it',
  covers: 'product',
  needs: ['linux', 'program:etcd', 'program:patroni', 'program:pg_rewind'],
  units: { of: 'losses', short: 0, full: 20 },
  share: 6,
  run: async ({ random, goesOn, say }) => {
    const cluster = await startPatroni(NODES)
    try {
      const { superuserUrl } = cluster
      await onSuperuser((await cluster.leader())?.url ?? '', (client) =>
        client.query('create table strays (id uuid primary key)'),
      )
      return await inProductWorld({ superuserUrl, people: PEOPLE }, async (world) => {
        const { servers, people, admin } = world
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        const seen: Awaited<ReturnType<typeof oneLoss>>[] = []
        while (goesOn(seen.length)) {
          const one = await oneLoss(cluster, driver, kindOf(seen.length, random))
          seen.push(one)
          say(`${one.kind}: replaced after ${one.replacedMs} ms, no send acknowledged for ${one.silentMs} ms`)
          await databaseUp(admin, WITHIN_MS)
          await driver.record.verify(admin)
          await world.check()
        }
        const figures = await driver.finish()
        await driver.record.verify(admin)
        await world.check()
        const entries = await addUpAgain(admin, new Date())
        const silences = seen.map(({ silentMs }) => silentMs)
        const byKind = KINDS.map((kind) => {
          const own = seen.filter((one) => one.kind === kind).map(({ silentMs }) => silentMs)
          return [kind, `${own.length} (silent ${percentile(own, 0.5)} median, ${Math.max(0, ...own)} ms longest)`]
        })
        return {
          ...Object.fromEntries(byKind),
          acknowledged: figures.acknowledged,
          repeats: figures.repeats,
          'entries added up': entries,
          'acknowledged by single servers': seen.reduce((sum, { strays }) => sum + strays, 0),
          rewinds: cluster.nodes.reduce((sum, { rewinds }) => sum + rewinds(), 0),
          'silence median ms': percentile(silences, 0.5),
          'silence longest ms': Math.max(...silences),
          'slowest answer ms': figures.slowestMs,
        }
      })
    } finally {
      await cluster.stop()
    }
  },
}
