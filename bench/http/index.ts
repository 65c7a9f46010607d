/**
 * `npm run bench -- http`: what a send and a list cost over HTTP, with many people signed in, on one process, durable, and what is
 * served when more is asked for than fits. Beside them a call of the same server that does nothing. Each figure with a bound is judged.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startScratchPostgres } from '@puente/postgres'
import { prepareDatabase, SERVER_NODE_ARGS } from '@puente/server'
import pg from 'pg'
import { median } from '../lib/figures.ts'
import { load, machineFacts, noise } from '../lib/machine.ts'
import { saveResults, table, tell } from '../lib/report.ts'
import type { Server } from './child.ts'
import { startServer } from './child.ts'
import { writeHistory } from './history.ts'
import type { Judged } from './bounds.ts'
import { judge } from './bounds.ts'
import type { Kind, Run, Target } from './load.ts'
import { kinds, PEOPLE, run } from './load.ts'
import type { Goodput } from './overload.ts'
import { measureGoodput } from './overload.ts'
import type { Checked, Person, Watched } from './protocol.ts'

const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
}

/** Which statements the time of PostgreSQL goes to; costs some of it itself. */
const COUNTING = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' }

type Cell = { kind: Kind; connections: number; median: Run; runs: Run[] }
type Plan = {
  connections: number[]
  kinds: Kind[]
  rounds: number
  seconds: number
  overload: boolean
  statements: boolean
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

/** Figure by figure the median of several runs. */
const medianRun = (runs: Run[]): Run => {
  const [first] = runs
  if (!first) throw new Error('nothing was measured')
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  const known = (pick: (run: Run) => number | null) => {
    const values = runs.map(pick).filter((value) => value !== null)
    return values.length === 0 ? null : median(values)
  }
  return {
    kind: first.kind,
    connections: first.connections,
    openMs: of(({ openMs }) => openMs),
    perSecond: of(({ perSecond }) => perSecond),
    meanMs: of(({ meanMs }) => meanMs),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    accepted: of(({ accepted }) => accepted),
    nodeCpu: known(({ nodeCpu }) => nodeCpu),
    postgresCpu: known(({ postgresCpu }) => postgresCpu),
    walBytes: of(({ walBytes }) => walBytes),
    allocatedBytes: of(({ allocatedBytes }) => allocatedBytes),
    batch: of(({ batch }) => batch),
  }
}

const micros = (value: number | null) => (value === null ? '-' : value.toFixed(0))

const tellCells = (cells: Cell[]) => {
  tell(
    table(
      [
        'call, connections',
        'calls/s',
        'mean ms',
        'p50 ms',
        'p99 ms',
        'open ms',
        'Node us',
        'PG us',
        'WAL B',
        'heap kB',
        'batch',
      ],
      cells.map(({ kind, connections, median: one }) => [
        `${kind} ${connections}`,
        one.perSecond.toFixed(0),
        one.meanMs.toFixed(0),
        one.p50Ms.toFixed(0),
        one.p99Ms.toFixed(0),
        one.openMs.toFixed(0),
        micros(one.nodeCpu),
        micros(one.postgresCpu),
        one.walBytes.toFixed(0),
        (one.allocatedBytes / 1_000).toFixed(0),
        one.batch === 0 ? '-' : one.batch.toFixed(1),
      ]),
    ),
  )
}

const tellBounds = (bounds: Judged[]) => {
  tell(
    `\n${table(
      ['bound', 'found', 'must', 'aim', ''],
      bounds.map(({ name, found, must, aim, digits = 0, verdict }) => [
        name,
        found.toFixed(digits),
        String(must),
        String(aim),
        verdict,
      ]),
    )}`,
  )
  for (const { name, boundedBy } of bounds.filter(({ verdict }) => verdict === 'MISSED'))
    tell(`not reached: ${name}. ${boundedBy}.`)
}

const tellStatements = async (superuser: pg.Pool, calls: number) => {
  const { rows } = await superuser.query<{ micros: number; planning: number; times: string; text: string }>(
    `select (total_exec_time + total_plan_time) * 1000 as micros, total_plan_time * 1000 as planning, calls as times,
            regexp_replace(left(query, 300), '\\s+', ' ', 'g') as text
       from pg_stat_statements order by 1 desc limit 25`,
  )
  const each = (value: number) => (value / calls).toFixed(1)
  tell(
    table(
      ['statement', 'us per call', 'planning', 'times per call'],
      rows.map(({ micros, planning, times, text }) => [
        text.slice(0, 90),
        each(micros),
        each(planning),
        (Number(times) / calls).toFixed(2),
      ]),
    ),
  )
}

/** Which tables and indexes the WAL is about; what only says that a page was changed or a transaction ended has no relation. */
const tellWal = async (superuser: pg.Pool, from: string, calls: number) => {
  const { rows } = await superuser.query<{ relation: string; records: string; bytes: string; images: string }>(
    `select coalesce(relation.relname, 'other') as relation, count(*) as records, sum(record_length) as bytes,
            sum(block_fpi_length) as images
       from pg_get_wal_block_info($1, pg_current_wal_flush_lsn(), false) as block
       left join pg_class as relation on pg_relation_filenode(relation.oid) = block.relfilenode
      where block_id = 0 group by 1 order by 3 desc limit 30`,
    [from],
  )
  const each = (value: string) => (Number(value) / calls).toFixed(2)
  tell(
    table(
      ['relation', 'WAL bytes per call', 'of which page images', 'records per call'],
      rows.map(({ relation, bytes, images, records }) => [relation, each(bytes), each(images), each(records)]),
    ),
  )
}

const walPosition = async (superuser: pg.Pool): Promise<string> => {
  const { rows } = await superuser.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  return rows[0]?.at ?? '0/0'
}

const FIRST_SECONDS = 1

const walBytes = async (superuser: pg.Pool): Promise<number> => {
  const { rows } = await superuser.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  )
  return Number(rows[0]?.bytes)
}

const countSent = async (superuser: pg.Pool): Promise<number> => {
  const { rows } = await superuser.query<{ sent: string }>(`select count(*) as sent from movements where type = 'sent'`)
  return Number(rows[0]?.sent)
}

/** Kinds take turns within a round, so that a busy moment hits all alike. */
const measureAll = async (server: Server, postgresPid: number, plan: Plan, superuser: pg.Pool) => {
  const runs: Run[] = []
  let walFrom = '0/0'
  let accepted = 0
  for (let round = 0; round <= plan.rounds; round += 1) {
    const people = await server.ask<Person[]>({ ask: 'signIn' })
    const target: Target = {
      url: server.url,
      nodePid: server.pid,
      postgresPid,
      people,
      watch: () => server.ask({ ask: 'watch' }),
      watched: () => server.ask<Watched>({ ask: 'watched' }),
      walBytes: () => walBytes(superuser),
    }
    for (const connections of plan.connections) {
      for (const kind of plan.kinds) {
        // The first round warms up.
        const one = await run(target, kind, connections, round === 0 ? FIRST_SECONDS : plan.seconds)
        if (kind.startsWith('send')) accepted += one.accepted
        if (round > 0) runs.push(one)
      }
    }
    if (round === 0 && plan.statements) {
      await superuser.query('select pg_stat_statements_reset()')
      walFrom = await walPosition(superuser)
    }
    tell(`round ${round} of ${plan.rounds}`)
  }
  if (plan.statements) {
    const calls = sum(runs.map((one) => one.accepted))
    await tellStatements(superuser, calls)
    await tellWal(superuser, walFrom, calls)
  }
  let goodput: Goodput | null = null
  if (plan.overload) {
    const people = await server.ask<Person[]>({ ask: 'signIn' })
    goodput = await measureGoodput({ url: server.url, people, postgresPid }, plan.seconds * 1_000)
    accepted += goodput.accepted
    tell(`overload: ${JSON.stringify(goodput)}`)
  }
  const sent = await countSent(superuser)
  if (sent < accepted) throw new Error(`${accepted} sends were acknowledged, ${sent} are there`)
  const checked = await server.ask<Checked>({ ask: 'check' })
  if (!checked.ok) throw new Error(`the ledger is not sound: ${JSON.stringify(checked.violations.slice(0, 3))}`)
  tell(`${accepted} sends acknowledged, ${sent} there, ${checked.entries} entries sound`)
  const cells = plan.connections.flatMap((connections) =>
    plan.kinds.map((kind): Cell => {
      const own = runs.filter((one) => one.kind === kind && one.connections === connections)
      return { kind, connections, median: medianRun(own), runs: own }
    }),
  )
  return { cells, goodput }
}

const usage = `npm run bench -- http [--quick] [--connections 16,64,256] [--only "no-op,send"] [--no-overload] [--rounds 3] [--seconds 4] [--profile folder] [--statements] [--out file.json]`

type Asked = { out: string | undefined; profile: string | undefined }

const planOf = (args: string[]): Plan & Asked => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      connections: text,
      only: text,
      rounds: text,
      seconds: text,
      profile: text,
      out: text,
      quick: flag,
      'no-overload': flag,
      statements: flag,
    },
  })
  const wanted = values.only?.split(',') ?? [...kinds]
  if (wanted.some((name) => !kinds.some((kind) => kind === name))) throw new Error(usage)
  return {
    connections: values.connections?.split(',').map(Number) ?? [16, 64, 256],
    kinds: kinds.filter((kind) => wanted.includes(kind)),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
    seconds: Number(values.seconds ?? (values.quick ? 3 : 4)),
    overload: !values['no-overload'],
    profile: values.profile,
    statements: values.statements,
    out: values.out,
  }
}

/** Prints the results; true when every measured bound is reached. */
export const benchHttp = async (args: string[]): Promise<boolean> => {
  const { out, profile, ...plan } = planOf(args)
  const { statements } = plan
  const loadBefore = load()
  const stateDir = await mkdtemp(join(tmpdir(), 'puente-bench-http-'))
  const cluster = await startScratchPostgres({
    settings: { ...settings, ...(statements ? COUNTING : {}) },
  })
  const inside = new URL(cluster.superuserUrl)
  inside.pathname = '/puente'
  const superuser = new pg.Pool({ connectionString: inside.href, max: 1 })
  try {
    const urls = await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
    const { rows } = await superuser.query<{ version: string }>(`select current_setting('server_version') as version`)
    const machine = machineFacts(rows[0]?.version ?? 'unknown')
    const env = {
      NODE_ENV: 'test',
      PUENTE_STATE: stateDir,
      DATABASE_URL: urls.appUrl,
      JOBS_DATABASE_URL: urls.jobsUrl,
      THROTTLE_FACTOR: '1000',
    }
    const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
    const server = await startServer(env, [...SERVER_NODE_ARGS, ...profiling])
    try {
      await server.ask({ ask: 'people', count: PEOPLE })
      await writeHistory(superuser)
      await superuser.query('vacuum analyze')
      if (statements) await superuser.query('create extension pg_stat_statements; create extension pg_walinspect')
      const { cells, goodput } = await measureAll(server, cluster.pid, plan, superuser)
      const bounds = judge(
        cells.map((cell) => cell.median),
        goodput,
      )
      const note = noise(loadBefore)
      tell(`\n${JSON.stringify(machine)}${note ? `\n${note}` : ''}\n`)
      tellCells(cells)
      tellBounds(bounds)
      tell(saveResults('http', { machine, settings, note, plan, cells, goodput, bounds }, out))
      return bounds.every(({ verdict }) => verdict !== 'MISSED')
    } finally {
      await server.stop()
    }
  } finally {
    await superuser.end()
    await cluster.remove()
    await rm(stateDir, { recursive: true, force: true })
  }
}
