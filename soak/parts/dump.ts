/**
 * Restores a dump into a new cluster: its rows carry transaction numbers that the new cluster has not reached. The
 * product must refuse it until an operator has advanced the counter; then money moves, the checker judges every batch,
 * the seals go on, and no number is given twice. Rows are copied table by table, as pg_dump takes them: its program is
 * not among the binaries that npm supplies, and a machine's own may be older than the server.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLedger } from '@puente/ledger'
import { aCommand, move } from '@puente/ledger/testing'
import { startPostgres } from '@puente/postgres'
import { prepareDatabase, SERVER_NODE_ARGS } from '@puente/server'
import pg from 'pg'
import { root } from '../../scripts/paths.ts'
import { assert, type Context, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { LEDGER_OPTIONS } from '../support/ledger-options.ts'
import { atOnce } from '../support/ledger-world.ts'
import { freePorts } from '../support/ports.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'

const run = promisify(execFile)
const ACK_WITHIN_MS = 60_000
const START_WITHIN_MS = 60_000
const JUDGED_WITHIN_MS = 30_000
const JOURNALS = { full: 100_000, otherwise: 1_000 }
const POSTING_AT_ONCE = 64
/** Transactions that the old cluster has seen beyond what the part itself does. */
const OLDER_BY = 30_000

const insideOf = (superuserUrl: string): pg.ClientConfig => {
  const { host, port, user, password } = new pg.Client({ connectionString: superuserUrl })
  return { host, port, user: user ?? '', password: password ?? '', database: 'puente' }
}

const withDatabase = async <T>(superuserUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(insideOf(superuserUrl))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const tablesOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const grow = async ({ admin }: ProductWorld, journals: number): Promise<void> => {
  const ledger = createLedger({ pool: admin, ...LEDGER_OPTIONS })
  const ownerId = randomUUID()
  const [from, to] = [ledger.house('settlement:card', ownerId), ledger.house('clearing:card', ownerId)]
  let left = journals
  await atOnce(POSTING_AT_ONCE, async () => {
    while (left > 0) {
      left -= 1
      await ledger.post(aCommand(ownerId, { legs: move(from, to, 1n) }))
    }
  })
  await ledger.close()
  await admin.query(`do $$ begin for n in 1 .. ${OLDER_BY} loop perform pg_current_xact_id(); commit; end loop; end $$`)
}

/** Takes payments, then takes everything out. */
const dump = async (folder: string, context: Context) => {
  const stateDir = join(folder, 'old')
  const files = join(folder, 'dump')
  mkdirSync(files)
  // Written and read by the account that PostgreSQL runs as.
  chmodSync(files, 0o777)
  return inProductWorld({ stateDir, servers: 1, people: 4 }, async (world) => {
    await grow(world, context.extent === 'full' ? JOURNALS.full : JOURNALS.otherwise)
    const urls = () => world.servers.map(({ url }) => url)
    const driver = startDriver({ urls, people: world.people, clients: 4, random: context.random })
    await driver.nextAck(ACK_WITHIN_MS)
    await driver.finish()
    await Promise.all(world.servers.map((server) => server.stop()))
    await withDatabase(world.cluster().superuserUrl, async (client) => {
      await client.query('begin isolation level repeatable read read only')
      for (const table of await tablesOf(client)) await client.query(`copy ${table} to '${join(files, table)}'`)
    })
    return { record: driver.record, told: driver.record.told(), files }
  })
}

/** A cluster that has just been made, with the tables and nothing but the rows of the dump. */
const fill = async (stateDir: string, files: string) => {
  const cluster = await startPostgres({ stateDir })
  try {
    const prepared = await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
    await withDatabase(cluster.superuserUrl, async (client) => {
      const tables = await tablesOf(client)
      await client.query('begin')
      await client.query('set local session_replication_role = replica')
      await client.query(`truncate ${tables.join(', ')}`)
      for (const table of tables) await client.query(`copy ${table} from '${join(files, table)}'`)
      await client.query('commit')
    })
    return { cluster, prepared }
  } catch (error) {
    await cluster.stop('immediate')
    throw error
  }
}

const assertRefusedUntilCaughtUp = async (stateDir: string, files: string): Promise<number> => {
  const { cluster, prepared } = await fill(stateDir, files)
  try {
    const [web, internal] = await freePorts(2)
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      PUENTE_STATE: stateDir,
      DATABASE_URL: prepared.appUrl,
      JOBS_DATABASE_URL: prepared.jobsUrl,
      CONSOLE_DATABASE_URL: prepared.consoleUrl,
      PUENTE_PORT: String(web),
      INTERNAL_PORT: String(internal),
    }
    const refusals = ['main', 'worker'].map(async (program) => {
      const file = join(root, `packages/server/src/${program}.ts`)
      const start = run('node', [...SERVER_NODE_ARGS, file], { env, timeout: START_WITHIN_MS })
      return start.then(
        () => 'it started',
        ({ stderr }: { stderr: string }) => stderr,
      )
    })
    for (const refusal of await Promise.all(refusals))
      assert(
        refusal.includes('npm run money -- catch-up'),
        'I4: a database that could not be watched is refused',
        refusal,
      )
    const began = performance.now()
    await run('node', [join(root, 'packages/server/src/commands/money.ts'), 'catch-up'], { env })
    return performance.now() - began
  } finally {
    await cluster.stop()
  }
}

/** Pays, and waits until the checker has judged every batch there is. */
const mustServe = async (world: ProductWorld, context: Context): Promise<number> => {
  const urls = () => world.servers.map(({ url }) => url)
  const driver = startDriver({ urls, people: world.people, clients: 2, random: context.random })
  await driver.nextAck(ACK_WITHIN_MS)
  await driver.finish()
  await driver.record.verify(world.admin)
  for (const until = Date.now() + JUDGED_WITHIN_MS; ;) {
    const { rows } = await world.admin.query<{ waiting: number; violations: unknown[] }>(
      `select violations, (select count(*)::int from batches
         where batches.transaction_number > check_progress.transaction_number) as waiting from check_progress`,
    )
    assert(rows[0]?.violations.length === 0, 'I4: the checker finds nothing broken', rows)
    if (rows[0]?.waiting === 0) break
    assert(Date.now() < until, 'I4: the checker judges what is written after the restore', rows)
  }
  await world.check()
  return world.checkSeals()
}

const oneDump = async (context: Context) => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-dump-'))
  chmodSync(folder, 0o711)
  try {
    const { record, told, files } = await dump(folder, context)
    const stateDir = join(folder, 'new')
    mkdirSync(stateDir, { mode: 0o711 })
    cpSync(join(folder, 'old', 'secrets'), join(stateDir, 'secrets'), {
      recursive: true,
      filter: (path) => !path.endsWith('postgres-superuser'),
    })
    const catchUpMs = await assertRefusedUntilCaughtUp(stateDir, files)
    const sealed = await inProductWorld({ stateDir, servers: 1, people: 2 }, async (world) => {
      const { missing, contradictions } = await record.compare(world.admin, { from: 0, to: told })
      assert(missing === 0 && contradictions.length === 0, 'I2: what was acknowledged before the dump is there', {
        missing,
        contradictions,
      })
      return mustServe(world, context)
    })
    return { told, sealed, catchUpMs }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const dumpPart: Part = {
  name: 'dump',
  about:
    'a database that was filled from a dump is refused until it has counted on, and is then watched and sealed as before',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'dumps', short: 1, full: 2 },
  share: 1,
  run: async (context) => {
    const seen: Awaited<ReturnType<typeof oneDump>>[] = []
    while (context.goesOn(seen.length)) seen.push(await oneDump(context))
    return {
      told: seen.reduce((sum, { told }) => sum + told, 0),
      'rows under seals': Math.max(...seen.map(({ sealed }) => sealed)),
      'catching up s': Math.round(Math.max(...seen.map(({ catchUpMs }) => catchUpMs)) / 100) / 10,
    }
  },
}
