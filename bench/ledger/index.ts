/**
 * `npm run bench ledger`: the ledger beside the designs it is compared with, in one run on one machine, durable, with
 * every outcome asserted and every database checked afterwards. Rounds take turns, so that a busy moment hits all alike.
 */
import { parseArgs } from 'node:util'
import { startScratchPostgres } from '@puente/postgres'
import { Pool } from 'pg'
import { batchedLeast, batchedPublished } from '../baselines/batched-procedure.ts'
import { rowLocks, rowLocksInOne } from '../baselines/row-locks.ts'
import { median } from '../lib/figures.ts'
import { load, machineFacts, noise } from '../lib/machine.ts'
import { saveResults, table, tell } from '../lib/report.ts'
import type { Engine, EngineKind } from './engine.ts'
import { puente } from './puente.ts'
import type { Cell } from './report.ts'
import { ratioTable, runTable, workTable } from './report.ts'
import { measure, medianRun } from './run.ts'
import type { Run } from './run.ts'
import { transfersOf, workloads } from './workloads.ts'
import type { Workload } from './workloads.ts'

const kinds: EngineKind[] = [puente, rowLocks, rowLocksInOne, batchedPublished, batchedLeast]

/** As a server of its own would be set up; everything that makes a commit durable is on. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  max_connections: '100',
}

type Plan = { workloads: Workload[]; workers: number[]; rounds: number; durationMs: number; warmUpMs: number }

const whole: Plan = { workloads, workers: [1, 20, 64, 384, 2_048], rounds: 3, durationMs: 2_500, warmUpMs: 1_000 }
const quick: Plan = { workloads, workers: [1, 64, 384], rounds: 1, durationMs: 1_000, warmUpMs: 300 }

/**
 * A pass before the first round, whose figures are discarded: code is compiled, statements are planned, pages are read.
 */
const WARM_UP_PASS = { warmUpMs: 0, durationMs: 700, mayBeIdle: true }

const usage = `npm run bench -- ledger [--quick] [--only uniform,zipf,hot,fee] [--workers 1,64] [--rounds 3]
  [--engines "Puente,row locks"] [--seconds 2.5] [--profile] [--out file.json]`

const listOf = (text: string) => text.split(',').map((part) => part.trim())

const planOf = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      workers: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      engines: { type: 'string' },
      profile: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  })
  const plan = values.quick ? quick : whole
  const chosen = values.only ? listOf(values.only) : plan.workloads
  const engines = values.engines ? listOf(values.engines) : kinds.map(({ name }) => name)
  const known: string[] = [...workloads, ...kinds.map(({ name }) => name)]
  for (const name of [...chosen, ...engines]) if (!known.includes(name)) throw new Error(`${name}?\n${usage}`)
  return {
    ...plan,
    workloads: workloads.filter((name) => chosen.includes(name)),
    workers: values.workers ? listOf(values.workers).map(Number) : plan.workers,
    rounds: values.rounds ? Number(values.rounds) : plan.rounds,
    durationMs: values.seconds ? Number(values.seconds) * 1_000 : plan.durationMs,
    kinds: kinds.filter(({ name }) => engines.includes(name)),
    isProfiled: values.profile,
    out: values.out,
  }
}

const withDatabase = (url: string, database: string): string => {
  const inside = new URL(url)
  inside.pathname = `/${database}`
  return inside.href
}

const templateOf = (kind: EngineKind) => `template_${kind.name.toLowerCase().replaceAll(' ', '_')}`

/** Where the server's time went, statement by statement; counting them costs a little, so such runs stand for themselves. */
const tellStatements = async (superuser: Pool, engines: { database: string; kept: number }[]): Promise<void> => {
  for (const { database, kept } of engines) {
    const { rows } = await superuser.query<{ query: string; calls: number; us: number; wal: number }>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as query, calls::int,
        total_exec_time * 1000 / $2 as us, wal_bytes::float8 / $2 as wal
      from pg_stat_statements where dbid = (select oid from pg_database where datname = $1)
        and query ~ '^(begin|commit|with|select|insert|update)' and query !~ 'lag\\(|count\\(\\*\\)|full join'
      order by total_exec_time desc limit 20`,
      [database, kept],
    )
    tell(
      table(
        [database, 'calls', 'us a transfer', 'WAL B a transfer'],
        rows.map(({ query, calls, us, wal }) => [query, String(calls), us.toFixed(1), wal.toFixed(0)]),
      ),
    )
  }
}

/** Each workload begins with fresh databases, so that no engine pays for the history of another workload. */
const benchWorkload = async (
  workload: Workload,
  plan: ReturnType<typeof planOf>,
  server: { superuser: Pool; url: string; pid: number },
): Promise<Cell[]> => {
  const engines: { database: string; kept: number; engine: Engine }[] = []
  for (const kind of plan.kinds) {
    const database = `${templateOf(kind)}_${workload}`
    await server.superuser.query(`create database ${database} template ${templateOf(kind)}`)
    engines.push({ database, kept: 0, engine: await kind.open(withDatabase(server.url, database)) })
  }
  await server.superuser.query('checkpoint')
  const runs = new Map<string, Run[]>()
  try {
    for (let round = 0; round <= plan.rounds; round += 1) {
      const times = round === 0 ? WARM_UP_PASS : plan
      for (const workers of plan.workers) {
        // The engine that runs first meets the disk writes that the previous one left behind, so the order rotates.
        for (const one of [...engines.slice(round % engines.length), ...engines.slice(0, round % engines.length)]) {
          const next = transfersOf(workload, round * 1_000_003 + workers)
          const run = await measure(one.engine, next, { ...times, workers, postmaster: server.pid })
          one.kept += run.all
          if (round === 0) continue
          await one.engine.check(one.kept)
          const id = `${one.engine.name}/${workers}`
          runs.set(id, [...(runs.get(id) ?? []), run])
        }
      }
      if (round > 0) tell(`${workload}: round ${round} of ${plan.rounds}, every database checked`)
    }
    if (plan.isProfiled) await tellStatements(server.superuser, engines)
  } finally {
    for (const { engine } of engines) await engine.close()
    // Waits for connections that are just being closed; ending them by force would be an error where they are closed.
    for (const { database } of engines) await server.superuser.query(`drop database ${database}`)
  }
  return plan.workers.flatMap((workers) =>
    engines.map(({ engine: { name } }) => {
      const all = runs.get(`${name}/${workers}`) ?? []
      return { workload, workers, engine: name, median: medianRun(all), runs: all }
    }),
  )
}

/** Prints the results; true when every measured ratio reaches its target. */
export const benchLedger = async (args: string[]): Promise<boolean> => {
  const plan = planOf(args)
  const loadBefore = load()
  const cluster = await startScratchPostgres({
    settings: { ...settings, ...(plan.isProfiled ? { shared_preload_libraries: 'pg_stat_statements' } : {}) },
  })
  const superuser = new Pool({ connectionString: cluster.superuserUrl, max: 1 })
  try {
    const { rows } = await superuser.query<{ version: string }>(`select current_setting('server_version') as version`)
    const machine = machineFacts(rows[0]?.version ?? 'unknown')
    for (const role of ['app', 'auditor']) await superuser.query(`create role ${role}`)
    if (plan.isProfiled) await superuser.query('create extension pg_stat_statements')
    for (const kind of plan.kinds) {
      await superuser.query(`create database ${templateOf(kind)}`)
      const template = new Pool({ connectionString: withDatabase(cluster.superuserUrl, templateOf(kind)), max: 1 })
      await kind.prepare(template)
      await template.end()
    }
    const server = { superuser, url: cluster.superuserUrl, pid: cluster.pid }
    const cells: Cell[] = []
    const loads = [loadBefore]
    for (const workload of plan.workloads) {
      cells.push(...(await benchWorkload(workload, plan, server)))
      loads.push(load())
    }
    const note = noise(loadBefore)
    tell(`\n${JSON.stringify(machine)}`)
    tell(`load before ${loadBefore.toFixed(1)}, during ${median(loads).toFixed(1)}${note ? `\n${note}` : ''}`)
    tell(`\n${runTable(cells)}`)
    const ratios = ratioTable(cells)
    tell(`\n${ratios.text}\n\n${workTable(cells)}`)
    const { kinds: _, out, ...told } = plan
    const file = saveResults(
      'ledger',
      { machine, settings, loads, note, plan: told, cells, ratios: ratios.ratios },
      out,
    )
    tell(`\n${file}`)
    return ratios.isReached
  } finally {
    await superuser.end()
    await cluster.remove()
  }
}
