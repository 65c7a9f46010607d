import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dropDatabaseOnCluster } from '@puente/ledger'
import pg from 'pg'
import { root } from '../../scripts/paths.ts'
import { assert, type Figures, type Part } from '../frame/part.ts'
import { startDriver, watchSilence } from '../support/driver.ts'
import { type GivenNode, givenNodes } from '../support/given-nodes.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { addUpAgain } from '../support/sums.ts'

const CLIENTS = 8
const PEOPLE = 8
const ACKS_BETWEEN = 200
const WITHIN_MS = 180_000
/** In few pieces, since all machines share the cores of this one. */
const SHARDS = 8

const inDatabase = (url: string, database: string): string => Object.assign(new URL(url), { pathname: database }).href

const on = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Step 1 of the runbook: the machines know one another. */
const makeCluster = async (url: string, nodes: readonly GivenNode[]): Promise<void> => {
  const { hostname } = new URL(url)
  const [coordinator, ...workers] = nodes
  for (const { port } of nodes)
    await on(Object.assign(new URL(url), { port: String(port) }).href, (client) =>
      client.query('create extension if not exists citus'),
    )
  await on(url, async (client) => {
    if ((await client.query('select from pg_dist_node')).rowCount) return
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, coordinator?.port])
    for (const { port } of workers) await client.query('select citus_add_node($1, $2)', [hostname, port])
  })
}

/** A command of the product, as an operator types it; answers what it says. */
const command = async (file: string, args: string[], env: Record<string, string>): Promise<string> => {
  const { stdout } = await promisify(execFile)('node', [join(root, 'packages/server/src/commands', file), ...args], {
    env: { ...process.env, ...env },
  })
  return stdout.trim()
}

/** What has to hold once the tables are spread, as step 5 of the runbook says; each ends with an error when it does not. */
const AFTERWARDS = [
  ['money.ts', 'check'],
  ['verify-audit.ts'],
  ['money.ts', 'begin-checkpoints'],
  ['money.ts', 'prove'],
] as const

export const clusterMove: Part = {
  name: 'cluster-move',
  about:
    'the move of docs/runbooks/citus.md under load over HTTP, by servers that were started before there was a cluster: nothing lost or doubled',
  covers: 'product',
  needs: ['linux', 'setting:CITUS_URL', 'setting:CITUS_NODES'],
  units: { of: 'moves', short: 0, full: 1 },
  share: 2,
  run: async ({ random, say, goesOn }) => {
    const nodes = givenNodes(process.env['CITUS_NODES'] ?? '')
    const url = process.env['CITUS_URL'] ?? ''
    const stateDir = mkdtempSync(join(tmpdir(), 'puente-move-'))
    // A database that knows no cluster, as the primary's did before.
    await on(url, (client) => client.query('create database lone'))
    const follow = async ({ servers, people, admin, check }: ProductWorld): Promise<Figures> => {
      const driver = startDriver({ urls: () => servers.map(({ url: own }) => own), people, clients: CLIENTS, random })
      const step = async (name: string, work: () => Promise<unknown>): Promise<number> => {
        const [started, acks, silence] = [performance.now(), driver.acks(), watchSilence(driver)]
        await work()
        const [ms, silentMs] = [Math.round(performance.now() - started), silence.stop()]
        say(`${name}: ${ms} ms, ${driver.acks() - acks} sends acknowledged, none for ${silentMs} ms`)
        return silentMs
      }
      const more = async (): Promise<void> => {
        for (const wanted = driver.acks() + ACKS_BETWEEN; driver.acks() < wanted;) await driver.nextAck(WITHIN_MS)
      }
      await more()
      await step('the machines know one another', () => makeCluster(url, nodes))
      await step('roles', () => command('roles.ts', [], { SUPERUSER_DATABASE_URL: url, PUENTE_STATE: stateDir }))
      await step('servers restarted', async () => {
        for (const server of servers) await server.restart()
      })
      await more()
      const CITUS_URL = `${inDatabase(url, '/puente')}?options=${encodeURIComponent(`-c citus.shard_count=${SHARDS}`)}`
      const silentMs = await step('tables placed', async () => {
        await command('distribute.ts', [], { CITUS_URL })
        await driver.nextAck(WITHIN_MS)
      })
      await step('sends go on', more)
      for (const [file, ...args] of AFTERWARDS)
        await step([file, ...args].join(' '), () => command(file, args, { PUENTE_STATE: stateDir }))
      const deaths = servers.map((server) => server.deaths())
      assert(
        deaths.every((count) => count === 0),
        'no server ends by itself',
        deaths,
      )
      const { acknowledged, repeats, slowestMs } = await driver.finish()
      await driver.record.verify(admin)
      await check()
      const entries = await addUpAgain(admin, new Date())
      goesOn(1)
      return {
        acknowledged,
        repeats,
        'silent while tables were placed ms': silentMs,
        'entries added up': entries,
        'slowest answer ms': slowestMs,
      }
    }
    try {
      return await inProductWorld({ superuserUrl: inDatabase(url, '/lone'), people: PEOPLE, stateDir }, follow)
    } finally {
      await dropDatabaseOnCluster(url, 'puente').catch(() => {})
      await on(url, (client) => client.query('drop database if exists lone with (force)'))
      rmSync(stateDir, { recursive: true, force: true })
    }
  },
}
