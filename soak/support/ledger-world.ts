import { createLedger, type Ledger } from '@puente/ledger'
import { makeLedgerDatabase } from '@puente/ledger/testing'
import { type Cluster, startPostgres, startScratchPostgres } from '@puente/postgres'
import pg from 'pg'
import { assert, assertNone } from '../frame/part.ts'
import { enduring } from './enduring.ts'
import { LEDGER_OPTIONS } from './ledger-options.ts'
import { type RemoteLedger, startRemoteLedger } from './remote-ledger.ts'

/** A durable database with the ledger's tables, some processes that post to it, and one ledger in this process. */
export type LedgerWorld = {
  cluster: Cluster
  /** Superuser, the ledger's database. */
  url: string
  config: pg.PoolConfig
  admin: pg.Pool
  ledger: Ledger
  processes: RemoteLedger[]
  /** A pool with the rights of `app`, ended with the world. */
  pool: (config?: pg.PoolConfig) => pg.Pool
  /** How many deadlocks the server has broken up. A connection may tell of its own only when it ends. */
  deadlocks: () => Promise<number>
  /** Throws `Broken` unless every invariant of the ledger holds and no deadlock was counted. */
  check: () => Promise<void>
  stop: () => Promise<void>
}

const NAME = 'soak'

const inDatabase = (serverUrl: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${NAME}`
  return url.href
}

/** How many deadlocks the server has broken up in this database. */
const countDeadlocks = async (admin: pg.Pool): Promise<number> => {
  const { rows } = await admin.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks ?? 0)
}

export type LedgerWorldOptions = {
  processes?: number
  settings?: Record<string, string>
  /** Where the database is to live; without it in a folder that goes away. */
  stateDir?: string
  /** The database is there already, tables and all. */
  isMade?: boolean
}

export const startLedgerWorld = async (options: LedgerWorldOptions = {}): Promise<LedgerWorld> => {
  const { stateDir } = options
  const settings = { max_connections: '200', ...options.settings }
  const cluster =
    stateDir === undefined ? await startScratchPostgres({ settings }) : await startPostgres({ stateDir, settings })
  const ending: (() => Promise<unknown>)[] = [() => cluster.stop('immediate')]
  const stop = async (): Promise<void> => {
    for (const end of ending.toReversed()) await end()
  }
  try {
    const url = options.isMade ? inDatabase(cluster.superuserUrl) : await makeLedgerDatabase(cluster.superuserUrl, NAME)
    const { host, port, user, password, database } = new pg.Client({ connectionString: url })
    const config = { host, port, user: user ?? 'postgres', password: password ?? '', database: database ?? NAME }
    const admin = enduring(new pg.Pool({ ...config, max: 4 }))
    ending.push(() => admin.end())
    const pool = (more: pg.PoolConfig = {}): pg.Pool => {
      const made = enduring(new pg.Pool({ ...config, max: 4, options: '-c role=app -c lock_timeout=2000', ...more }))
      ending.push(() => made.end())
      return made
    }
    const ledger = createLedger({ pool: pool(), ...LEDGER_OPTIONS })
    ending.push(() => ledger.close())
    const processes: RemoteLedger[] = []
    ending.push(() => Promise.all(processes.map((one) => one.stop())))
    for (let n = 0; n < (options.processes ?? 0); n += 1) processes.push(await startRemoteLedger(url))
    const check = async (): Promise<void> => {
      assertNone((await ledger.check()).violations, 'I1 I4 I5: every invariant of the ledger holds')
      const found = await countDeadlocks(admin)
      assert(found === 0, 'no deadlock', { deadlocks: found })
    }
    return { cluster, url, config, admin, ledger, processes, pool, deadlocks: () => countDeadlocks(admin), check, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs `work` in a world of its own, which ends with it. */
export const inLedgerWorld = async <T>(
  options: LedgerWorldOptions,
  work: (world: LedgerWorld) => Promise<T>,
): Promise<T> => {
  const world = await startLedgerWorld(options)
  try {
    return await work(world)
  } finally {
    await world.stop()
  }
}

/** Runs `count` of the same at once, numbered. */
export const atOnce = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
