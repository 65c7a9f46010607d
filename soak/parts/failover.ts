import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Command,
  createLedger,
  type Ledger,
  LedgerUnavailable,
  type Outcome,
  OutcomeUnknown,
} from '@puente/ledger'
import { aSend, aUser, makeLedgerDatabase, wallet } from '@puente/ledger/testing'
import {
  findLongest,
  follow,
  promote,
  type ScratchCluster,
  startScratchPostgres,
  startScratchStandby,
} from '@puente/postgres'
import { wayTo } from '@puente/server'
import pg from 'pg'
import { must, mustBeNone, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { enduring } from '../support/enduring.ts'
import { LEDGER_OPTIONS } from '../support/ledger-options.ts'
import { atOnce } from '../support/ledger-world.ts'
import { createRecord, type TellTale } from '../support/record.ts'

const CLIENTS = 16
const ACCOUNTS = 6
const START_CENTS = 10_000n
/** Generous, since the machine may be busy with other things; the figures say what it really took. */
const ANSWERED_WITHIN_MS = 60_000
const settings = { max_connections: '100', synchronous_standby_names: 'ANY 1 (s1, s2)' }

const databaseOf = (cluster: ScratchCluster): string => cluster.superuserUrl.replace(/\/[^/]*$/, '/soak')

const until = async (holds: () => boolean, promise: string): Promise<void> => {
  for (const started = performance.now(); !holds();) {
    must(performance.now() - started < ANSWERED_WITHIN_MS, promise)
    await sleep(5)
  }
}

/** Asks with the same command until there is an answer, as a client with its key does. */
const postUntilAnswered = async (ledger: Ledger, command: Command): Promise<Outcome> => {
  for (const started = performance.now(); ;) {
    try {
      return await ledger.post(command)
    } catch (error) {
      if (!(error instanceof LedgerUnavailable || error instanceof OutcomeUnknown)) throw error
      must(performance.now() - started < ANSWERED_WITHIN_MS, 'a client with its key is answered in the end')
      await sleep(20 + Math.random() * 60)
    }
  }
}

type Load = { ledger: Ledger; users: string[]; random: Random; record: TellTale; goesOn: () => boolean }

/** Spends until told to stop; answers with what each wallet must hold. */
const underLoad = async ({ ledger, users, random, record, goesOn }: Load): Promise<Map<string, bigint>> => {
  const expected = new Map(users.map((id) => [id, START_CENTS]))
  await atOnce(CLIENTS, async () => {
    while (goesOn()) {
      const from = random.pick(users)
      const to = random.pick(users.filter((id) => id !== from))
      const cents = BigInt(random.int(1, 400))
      const send = aSend(from, to, cents)
      const outcome = await postUntilAnswered(ledger, send)
      if (!outcome.accepted) {
        record.refused(send)
        continue
      }
      record.accepted(send)
      expected.set(from, (expected.get(from) ?? 0n) - cents)
      expected.set(to, (expected.get(to) ?? 0n) + cents)
    }
  })
  return expected
}

/** Loses the primary under load; answers how long the promotion and the first acknowledged send after it took. */
const failOver = async (clusters: readonly ScratchCluster[], record: TellTale) => {
  const [primary, ...standbys] = clusters
  must(primary !== undefined, 'there is a primary to lose')
  process.kill(primary.pid, 'SIGKILL')
  await primary.exited
  const started = performance.now()
  const chosen = await findLongest(standbys)
  await promote(chosen)
  for (const standby of standbys) if (standby !== chosen) await follow(standby, chosen)
  const promotedMs = performance.now() - started
  const before = record.count().accepted
  await until(() => record.count().accepted >= before + CLIENTS, 'the new primary acknowledges')
  return { chosen, promotedMs, writableMs: performance.now() - started }
}

const oneFailover = async (clusters: readonly ScratchCluster[], random: Random) => {
  const [primary] = clusters
  must(primary !== undefined, 'there is a primary')
  await makeLedgerDatabase(primary.superuserUrl, 'soak')
  const hosts = clusters.map(({ superuserUrl }) => /@([^/]*)\//.exec(superuserUrl)?.[1]).join(',')
  const url = databaseOf(primary).replace(/@[^/]*\//, `@${hosts}/`)
  const pool = enduring(
    new pg.Pool({ ...wayTo(url), max: 4, connectionTimeoutMillis: 2_000, options: '-c role=app -c lock_timeout=2000' }),
  )
  const ledger = createLedger({ pool, ...LEDGER_OPTIONS })
  try {
    const users = await atOnce(ACCOUNTS, () => aUser(ledger, START_CENTS))
    const record = createRecord()
    let isOver = false
    const spending = underLoad({ ledger, users, random, record, goesOn: () => !isOver })
    spending.catch(() => {}) // told below; here it must not end the process
    await until(() => record.count().accepted >= 200, 'the primary acknowledges')
    const { chosen, promotedMs, writableMs } = await failOver(clusters, record).finally(() => {
      isOver = true
    })
    const expected = await spending
    const admin = enduring(new pg.Pool({ connectionString: databaseOf(chosen), max: 2 }))
    try {
      await record.verify(admin)
    } finally {
      await admin.end()
    }
    for (const [id, cents] of expected) {
      const { balanceCents } = await ledger.balance(wallet(id))
      must(balanceCents === cents, 'I2 I3: a balance is what its owner was told', { told: cents, is: balanceCents })
    }
    mustBeNone((await ledger.check()).violations, 'I1 I4 I5: every invariant of the ledger holds')
    return { accepted: record.count().accepted, promotedMs, writableMs }
  } finally {
    await ledger.close()
    await pool.end()
  }
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
  about: 'T27: the primary is killed under load and the standby with the longest log promoted: nothing lost or doubled',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'failovers', short: 0, full: 20 },
  share: 3,
  run: async ({ random, goesOn, say }) => {
    const seen: { accepted: number; promotedMs: number; writableMs: number }[] = []
    while (goesOn(seen.length)) {
      const one = await withClusters((clusters) => oneFailover(clusters, random))
      say(`promoted in ${Math.round(one.promotedMs)} ms, acknowledging after ${Math.round(one.writableMs)} ms`)
      seen.push(one)
    }
    return {
      acknowledged: seen.reduce((sum, { accepted }) => sum + accepted, 0),
      'promotion median ms': median(seen.map(({ promotedMs }) => promotedMs)),
      'writable median ms': median(seen.map(({ writableMs }) => writableMs)),
      'writable longest ms': Math.round(Math.max(...seen.map(({ writableMs }) => writableMs))),
    }
  },
}
