/** The product as several machines would run it: one database, one sandbox, several servers from their real entry. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '@puente/ledger'
import { type Cluster, startPostgres } from '@puente/postgres'
import { connectionFor, prepareDatabase, sandboxSecrets, sandboxSecretsPath, verifySeals } from '@puente/server'
import pg from 'pg'
import { root } from '../../scripts/paths.ts'
import { assertNone } from '../frame/part.ts'
import { enduring } from './enduring.ts'
import { aPerson, type Person } from './people.ts'
import { freePorts } from './ports.ts'
import { killQuietly } from './signals.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export type ProductWorld = {
  servers: ServerProcess[]
  people: Person[]
  /** Superuser, the product's database; survives the database's restarts. */
  admin: pg.Pool
  cluster: () => Cluster
  /** Starts the database again after it died. */
  restartDatabase: () => Promise<void>
  sandboxUrl: string
  /** Throws `Broken` unless the ledger's invariants hold and every money move has its rows and its audit. */
  check: () => Promise<void>
  /** Throws `Broken` unless everything is as it was sealed; answers how many rows are under seals. */
  checkSeals: () => Promise<number>
  stop: () => Promise<void>
}

export type ProductOptions = {
  servers?: number
  people?: number
  cents?: number
  /** An existing folder for everything, for example on a small disk. */
  stateDir?: string
  settings?: Record<string, string>
  /** Where the database archives its log; by default nowhere. */
  archiveDir?: string
  /** Told the superuser's URL once the database runs and before it has any table. */
  onDatabase?: (superuserUrl: string) => Promise<void>
  /** Told the superuser's URL of the migrated database before any server runs. */
  onPrepared?: (superuserUrl: string) => Promise<void>
  /** How the database is reached; by default by its socket. */
  transport?: 'socket' | 'loopback'
  /** What the database's processes see of the environment, beside what they need. */
  databaseEnv?: Record<string, string>
  /** The same for each of the servers, which are counted from 0. */
  serverEnv?: (n: number) => Record<string, string>
  /** A database that runs already, in place of one of its own; may name a primary and its standbys. */
  superuserUrl?: string
  /** The way from the servers to the database; by default straight. */
  wayTo?: (target: pg.PoolConfig) => Promise<{ host: string; port: number }>
}

const SIGNED_UP_TOGETHER = 4

// Each side is read once and joined: asked row by row it would take minutes after a long run.
const INCOMPLETE = `
  select transfer_id, sides, moved, told
    from (select entries.transfer_id, count(*)::int as sides, count(movements.movement_id)::int as moved
            from entries
            left join movements on movements.owner_id = entries.owner_id and movements.movement_id = entries.transfer_id
           where entries.kind = 'send.in-app'
           group by entries.transfer_id) as sends
    left join (select object_id, count(*)::int as told from audit_log group by object_id) as audits
      on audits.object_id = sends.transfer_id::text
   where sides <> 2 or moved <> 2 or told is distinct from 1
   limit 20`

const configOf = (url: string): pg.PoolConfig => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  return { host, port, user: user ?? '', password: password ?? '', database: database ?? '' }
}

const through = (url: string, { host, port }: { host: string; port: number }): string => {
  const { username, password, pathname } = new URL(url)
  return `postgresql://${username}:${password}@${host}:${port}${pathname}`
}

const startProductWorld = async (options: ProductOptions = {}): Promise<ProductWorld> => {
  const ending: (() => Promise<unknown> | void)[] = []
  const stop = async (): Promise<void> => {
    for (const end of ending.splice(0).toReversed()) await end()
  }
  try {
    const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), 'puente-soak-'))
    mkdirSync(stateDir, { recursive: true })
    chmodSync(stateDir, 0o711)
    if (options.stateDir === undefined) ending.push(() => rmSync(stateDir, { recursive: true, force: true }))
    const { archiveDir, transport, databaseEnv, serverEnv = () => ({}) } = options
    const start = (): Promise<Cluster> =>
      startPostgres({
        stateDir,
        ...(archiveDir !== undefined && { archiveDir }),
        ...(transport !== undefined && { transport }),
        ...(databaseEnv !== undefined && { environment: databaseEnv }),
        settings: { max_connections: '200', ...options.settings },
      })
    let own: Cluster | null = options.superuserUrl === undefined ? await start() : null
    const cluster = (): Cluster => {
      if (own === null) throw new Error('the database of this world is not its own')
      return own
    }
    if (own !== null) {
      const killAtExit = (): void => killQuietly(cluster().pid, 'SIGQUIT')
      process.once('exit', killAtExit)
      ending.push(() => {
        process.off('exit', killAtExit)
        return cluster().stop('immediate')
      })
    }
    const superuserUrl = options.superuserUrl ?? cluster().superuserUrl
    await options.onDatabase?.(superuserUrl)
    const { appUrl, jobsUrl } = await prepareDatabase({ superuserUrl, stateDir })
    const insideUrl = superuserUrl.replace(/\/[^/]*$/, '/puente')
    await options.onPrepared?.(insideUrl)
    const admin = enduring(
      new pg.Pool({
        ...connectionFor(insideUrl),
        max: 4,
        connectionTimeoutMillis: 5_000,
      }),
    )
    ending.push(() => admin.end())

    const way = options.wayTo ? await options.wayTo({ ...configOf(superuserUrl), database: 'puente' }) : null
    const serverCount = options.servers ?? 2
    const [sandboxPort = 0, mailPort = 0, ...ports] = await freePorts(2 + serverCount * 2)
    sandboxSecrets(stateDir)
    const env = {
      NODE_ENV: 'development',
      PUENTE_STATE: stateDir,
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      DATABASE_URL: way ? through(appUrl, way) : appUrl,
      JOBS_DATABASE_URL: way ? through(jobsUrl, way) : jobsUrl,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(mailPort),
      THROTTLE_FACTOR: '1000',
      // Its people read no messages: what is measured and broken here is not who they are.
      SECOND_FACTOR: 'off',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    }
    // Its output (where it listens, what it delivers) would only clutter the verdicts.
    const sandbox = fork(join(root, 'packages/sandbox/src/main.ts'), {
      env: {
        ...process.env,
        ...env,
        SANDBOX_TARGET_URL: `http://127.0.0.1:${ports[0]}`,
        SANDBOX_APP_URL: env.PUBLIC_URL,
        SANDBOX_SECRETS: sandboxSecretsPath(stateDir),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const sandboxEnded = once(sandbox, 'exit')
    ending.push(async () => {
      sandbox.kill('SIGTERM')
      await sandboxEnded
    })
    const [word] = (await Promise.race([once(sandbox, 'message'), sandboxEnded])) as unknown[]
    if (word !== 'ready') throw new Error(`the sandbox ended with ${String(word)}`)
    const servers: ServerProcess[] = []
    ending.push(() => Promise.all(servers.map((server) => server.stop())))
    for (let n = 0; n < serverCount; n += 1) {
      const [web = 0, internal = 0] = ports.slice(n * 2)
      servers.push(await startServer(`server ${n + 1}`, { ...env, ...serverEnv(n) }, { web, internal }))
    }
    const people: Person[] = []
    const origin = servers[0]?.url ?? ''
    const wanted = options.people ?? 8
    while (people.length < wanted) {
      const some = Array.from({ length: Math.min(SIGNED_UP_TOGETHER, wanted - people.length) }, () =>
        aPerson(origin, admin, options.cents ?? 90_000),
      )
      people.push(...(await Promise.all(some)))
    }
    const ledger = createLedger({ pool: admin })
    ending.push(() => ledger.close())
    return {
      servers,
      people,
      admin,
      cluster,
      restartDatabase: async () => {
        // Gives the folder back; the server itself is gone already.
        await cluster().stop('immediate')
        own = await start()
      },
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
      check: async () => {
        assertNone((await ledger.check()).violations, 'I1 I4 I5: every invariant of the ledger holds')
        assertNone((await admin.query<object>(INCOMPLETE)).rows, 'I7: a send has two sides, two rows and one audit')
      },
      checkSeals: async () => {
        const chains = await verifySeals(admin, {})
        for (const { chain, tampering } of chains) assertNone(tampering, `I7: the chain of ${chain} holds`)
        return chains.reduce((sum, { rows }) => sum + Number(rows), 0)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs `work` in a world of its own, which ends with it. */
export const inProductWorld = async <T>(
  options: ProductOptions,
  work: (world: ProductWorld) => Promise<T>,
): Promise<T> => {
  const world = await startProductWorld(options)
  try {
    return await work(world)
  } finally {
    await world.stop()
  }
}
