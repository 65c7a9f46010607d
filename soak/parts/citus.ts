import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dropDatabaseOnCluster } from '@puente/ledger'
import pg from 'pg'
import { root } from '../../scripts/paths.ts'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { startDriver, watchSilence } from '../support/driver.ts'
import { databaseUp } from '../support/enduring.ts'
import { type GivenNode, givenNodes } from '../support/given-nodes.ts'
import { percentile } from '../support/percentile.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { addUpAgain, addUpUntil } from '../support/sums.ts'

const CLIENTS = 8
const PEOPLE = 4
const ACKS_BETWEEN = 50
const WITHIN_MS = 180_000
/** How long the worst moment is waited for. */
const AIMING_MS = 5_000
/** A supervisor's pause before it starts a server again. */
const PAUSE_MS = 1_000

const KINDS = ['worker', 'coordinator', 'every worker', 'everything'] as const
type Kind = (typeof KINDS)[number]

const victimsOf = (kind: Kind, nodes: readonly GivenNode[], random: Random): readonly GivenNode[] => {
  const [coordinator, ...workers] = nodes
  if (coordinator === undefined || workers.length === 0) throw new Error('CITUS_NODES names a coordinator and workers')
  if (kind === 'worker') return [random.pick(workers)]
  if (kind === 'coordinator') return [coordinator]
  return kind === 'every worker' ? workers : nodes
}

const PREPARED = 'select gid from pg_prepared_xacts where database = current_database()'

const on = async <T>({ port }: GivenNode, insideUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: Object.assign(new URL(insideUrl), { port: String(port) }).href })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** What is prepared and neither committed nor rolled back, on those machines that answer. */
const preparedOn = async (nodes: readonly GivenNode[], insideUrl: string): Promise<string[]> => {
  const asked = nodes.map((node) =>
    on(node, insideUrl, async (client) => {
      const { rows } = await client.query<{ gid: string }>(PREPARED)
      return rows.map(({ gid }) => `${node.port} ${gid}`)
    }),
  )
  const answers = await Promise.allSettled(asked)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Runs `strike` when a machine has prepared something and was not told yet what becomes of it, the worst moment; or after long enough. */
const whenPrepared = (node: GivenNode, insideUrl: string, strike: () => void): Promise<void> =>
  on(node, insideUrl, async (client) => {
    const until = performance.now() + AIMING_MS
    while (performance.now() < until) if ((await client.query(PREPARED)).rowCount) break
    strike()
  })

/** Waits until nothing is left of what was prepared; answers how long that took. */
const resolved = async (nodes: readonly GivenNode[], insideUrl: string, left: string[]): Promise<number> => {
  const started = performance.now()
  for (let stuck = left; stuck.length > 0; await sleep(100)) {
    const now = await preparedOn(nodes, insideUrl)
    stuck = stuck.filter((gid) => now.includes(gid))
    const ms = performance.now() - started
    assert(ms < WITHIN_MS, 'T34: what was prepared is resolved', { ms, left: stuck })
  }
  return Math.round(performance.now() - started)
}

/** In few pieces, since all machines share the cores of this one. */
const SHARDS = 4

const spread = async (url: string): Promise<void> => {
  const command = join(root, 'packages/server/src/commands/distribute.ts')
  const CITUS_URL = `${url}?options=${encodeURIComponent(`-c citus.shard_count=${SHARDS}`)}`
  await promisify(execFile)('node', [command], { env: { ...process.env, CITUS_URL } })
}

/** Loses some machines once; they are started again, and nothing else is done. */
const oneLoss = async (
  world: ProductWorld,
  nodes: readonly GivenNode[],
  insideUrl: string,
  { victims, what }: { victims: readonly GivenNode[]; what: Parameters<GivenNode['kill']>[0] },
) => {
  const [aimedAt = nodes[1]] = nodes.slice(1).filter((node) => !victims.includes(node))
  assert(aimedAt !== undefined, 'CITUS_NODES names workers')
  const cutOff = new Date()
  await whenPrepared(aimedAt, insideUrl, () => {
    for (const node of victims) node.kill(what)
  })
  await sleep(PAUSE_MS)
  const beside = await preparedOn(nodes, insideUrl)
  for (const node of victims) await node.start()
  // What is on its way between two machines is prepared as well, for a moment; what is still there after another is left.
  const found = [...new Set([...beside, ...(await preparedOn(nodes, insideUrl))])]
  await sleep(PAUSE_MS)
  const after = await preparedOn(nodes, insideUrl)
  const left = found.filter((gid) => after.includes(gid))
  const resolvedMs = await resolved(nodes, insideUrl, left)
  await databaseUp(world.admin, WITHIN_MS)
  const entries = await addUpUntil(world.admin, cutOff)
  return { found: found.length, left: left.length, resolvedMs, entries }
}

type Loss = Awaited<ReturnType<typeof oneLoss>> & { kind: Kind; silentMs: number }

const serverEnv = (): Record<string, string> => ({ DATABASE_DISTRIBUTED: '1' })

/** A cluster for trying: the part makes a database `puente` on it and drops it. */
const inCluster = async <T>(
  url: string,
  nodes: readonly GivenNode[],
  work: (world: ProductWorld) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_database where datname = 'puente'`)
  await client.end()
  if (rowCount) throw new Error('The cluster has a database puente, which is not for this part to drop')
  try {
    return await inProductWorld({ superuserUrl: url, people: PEOPLE, onPrepared: spread, serverEnv }, work)
  } finally {
    // What failed is what the caller should read, and a machine may still be down then.
    const whole = Promise.all(nodes.map((node) => node.start()))
    await whole.then(() => dropDatabaseOnCluster(url, 'puente')).catch(() => {})
  }
}

export const citus: Part = {
  name: 'citus',
  about:
    'T34: kill -9 of workers and coordinator of a Citus cluster under load over HTTP: nothing lost, nothing doubled',
  covers: 'product',
  needs: ['linux', 'setting:CITUS_URL', 'setting:CITUS_NODES'],
  units: { of: 'losses', short: 0, full: 20 },
  share: 3,
  run: ({ random, goesOn, say }) => {
    const nodes = givenNodes(process.env['CITUS_NODES'] ?? '')
    const url = process.env['CITUS_URL'] ?? ''
    const insideUrl = Object.assign(new URL(url), { pathname: '/puente' }).href
    return inCluster(url, nodes, async (world) => {
      const { servers, people, admin } = world
      const driver = startDriver({ urls: () => servers.map(({ url: own }) => own), people, clients: CLIENTS, random })
      const more = async (): Promise<void> => {
        for (const wanted = driver.acks() + ACKS_BETWEEN; driver.acks() < wanted;) await driver.nextAck(WITHIN_MS)
      }
      const seen: Loss[] = []
      while (goesOn(seen.length)) {
        await more()
        const kind = KINDS[seen.length] ?? random.pick(KINDS)
        const silence = watchSilence(driver)
        const what = random.pick(['postmaster', 'all'] as const)
        const loss = await oneLoss(world, nodes, insideUrl, { victims: victimsOf(kind, nodes, random), what })
        await more()
        const one = { kind, silentMs: silence.stop(), ...loss }
        seen.push(one)
        say(
          `${kind}, ${what}: no send acknowledged for ${one.silentMs} ms; prepared ${one.found}, left ${one.left}, resolved after ${one.resolvedMs} ms; ${one.entries} entries until then sum to zero`,
        )
        await driver.record.verify(admin)
      }
      const figures = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      const entries = await addUpAgain(admin, new Date())
      const byKind = KINDS.map((kind) => {
        const own = seen.filter((one) => one.kind === kind).map(({ silentMs }) => silentMs)
        return [kind, `${own.length} (silent ${percentile(own, 0.5)} median, ${Math.max(0, ...own)} ms longest)`]
      })
      return {
        ...Object.fromEntries(byKind),
        acknowledged: figures.acknowledged,
        repeats: figures.repeats,
        'entries added up': entries,
        'prepared at the loss': seen.reduce((sum, { found }) => sum + found, 0),
        'of these left behind': seen.reduce((sum, { left }) => sum + left, 0),
        'resolved longest ms': Math.max(...seen.map(({ resolvedMs }) => resolvedMs)),
        'slowest answer ms': figures.slowestMs,
      }
    })
  },
}
