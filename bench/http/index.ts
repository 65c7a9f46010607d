/**
 * `npm run bench http`: a send over HTTP beside a call of the same server that does nothing, with many people signed in, on
 * one process, durable. Ratios are the figure to look at: both sides pay for HTTP, the session and the form.
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
import type { Kind, Run, Target } from './load.ts'
import { kinds, PEOPLE, run } from './load.ts'
import type { Checked, Person } from './protocol.ts'

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
type Plan = { connections: number[]; kinds: Kind[]; rounds: number; seconds: number }

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

const medianRun = (runs: Run[]): Run => {
  const middle = median(runs.map(({ perSecond }) => perSecond))
  const nearest = runs.toSorted((a, b) => Math.abs(a.perSecond - middle) - Math.abs(b.perSecond - middle))[0]
  if (!nearest) throw new Error('nothing was measured')
  return nearest
}

const TARGETS = [
  { connections: 16, required: 0.22, stretch: 0.4 },
  { connections: 64, required: 0.28, stretch: 0.5 },
  { connections: 256, required: 0.33, stretch: 0.6 },
]

const verdictOf = (found: number, required: number, stretch: number) =>
  found >= stretch ? 'stretch' : found >= required ? 'reached' : 'MISSED'

const ratiosOf = (cells: Cell[]) => {
  const rate = (kind: Kind, connections: number) =>
    cells.find((cell) => cell.kind === kind && cell.connections === connections)?.median.perSecond
  const ratio = (
    name: string,
    over: number | undefined,
    under: number | undefined,
    required: number,
    stretch: number,
  ) => (over === undefined || under === undefined ? [] : [{ name, found: over / under, required, stretch }])
  return [
    ...TARGETS.flatMap(({ connections, required, stretch }) =>
      ratio(
        `send against no-op, ${connections}`,
        rate('send', connections),
        rate('no-op', connections),
        required,
        stretch,
      ),
    ),
    ...ratio('all to one payee against all sends, 64', rate('send to one', 64), rate('send', 64), 0.8, 1),
    ...ratio('sends/s, 16', rate('send', 16), 1, 500, 1_000),
    ...ratio('list calls/s, 64', rate('list', 64), 1, 2_000, 3_000),
    ...ratio('home calls/s, 64', rate('home', 64), 1, 2_000, 3_000),
  ]
}

const micros = (value: number | null) => (value === null ? '-' : value.toFixed(0))

const tellCells = (cells: Cell[]) => {
  tell(
    table(
      ['call, connections', 'calls/s', 'p50 ms', 'p99 ms', 'Node us', 'PG us'],
      cells.map(({ kind, connections, median: { perSecond, p50Ms, p99Ms, nodeCpu, postgresCpu } }) => [
        `${kind} ${connections}`,
        perSecond.toFixed(0),
        String(p50Ms),
        String(p99Ms),
        micros(nodeCpu),
        micros(postgresCpu),
      ]),
    ),
  )
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

const WARM_UP_SECONDS = 2

/** Kinds take turns within a round, so that a busy moment hits all alike. */
const measureAll = async (server: Server, postgresPid: number, plan: Plan, countSent: () => Promise<number>) => {
  const runs: Run[] = []
  let accepted = 0
  for (let round = 0; round <= plan.rounds; round += 1) {
    const people = await server.ask<Person[]>({ ask: 'signIn' })
    const target: Target = { url: server.url, nodePid: server.pid, postgresPid, people }
    for (const connections of plan.connections) {
      for (const kind of plan.kinds) {
        // The first round warms up.
        const one = await run(target, kind, connections, round === 0 ? WARM_UP_SECONDS : plan.seconds)
        if (kind.startsWith('send')) accepted += one.accepted
        if (round > 0) runs.push(one)
      }
    }
    tell(`round ${round} of ${plan.rounds}`)
  }
  const sent = await countSent()
  if (sent < accepted) throw new Error(`${accepted} sends were acknowledged, ${sent} are there`)
  const checked = await server.ask<Checked>({ ask: 'check' })
  if (!checked.ok) throw new Error(`the ledger is not sound: ${JSON.stringify(checked.violations.slice(0, 3))}`)
  tell(`${accepted} sends acknowledged, ${sent} there, ${checked.entries} entries sound`)
  return plan.connections.flatMap((connections) =>
    plan.kinds.map((kind): Cell => {
      const own = runs.filter((one) => one.kind === kind && one.connections === connections)
      return { kind, connections, median: medianRun(own), runs: own }
    }),
  )
}

const usage = `npm run bench -- http [--connections 16,64,256] [--only "no-op,send"] [--rounds 3] [--seconds 4] [--profile folder] [--statements] [--out file.json]`

type Asked = { out: string | undefined; profile: string | undefined; statements: boolean }

const planOf = (args: string[]): Plan & Asked => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      connections: text,
      only: text,
      rounds: text,
      seconds: text,
      profile: text,
      out: text,
      statements: { type: 'boolean', default: false },
    },
  })
  const wanted = values.only?.split(',') ?? [...kinds]
  if (wanted.some((name) => !kinds.some((kind) => kind === name))) throw new Error(usage)
  return {
    connections: values.connections?.split(',').map(Number) ?? [16, 64, 256],
    kinds: kinds.filter((kind) => wanted.includes(kind)),
    rounds: Number(values.rounds ?? 3),
    seconds: Number(values.seconds ?? 4),
    profile: values.profile,
    statements: values.statements,
    out: values.out,
  }
}

/** Prints the results; true when every measured ratio reaches its target. */
export const benchHttp = async (args: string[]): Promise<boolean> => {
  const { out, profile, statements, ...plan } = planOf(args)
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
      if (statements) {
        await superuser.query('create extension pg_stat_statements')
        await superuser.query('select pg_stat_statements_reset()')
      }
      const countSent = async () => {
        const counted = await superuser.query<{ sent: string }>(
          `select count(*) as sent from movements where type = 'sent'`,
        )
        return Number(counted.rows[0]?.sent)
      }
      const cells = await measureAll(server, cluster.pid, plan, countSent)
      if (statements)
        await tellStatements(superuser, sum(cells.flatMap(({ runs }) => runs.map(({ accepted }) => accepted))))
      const ratios = ratiosOf(cells)
      const note = noise(loadBefore)
      tell(`\n${JSON.stringify(machine)}${note ? `\n${note}` : ''}\n`)
      tellCells(cells)
      tell(
        `\n${table(
          ['ratio', 'found', 'required', 'stretch', ''],
          ratios.map(({ name, found, required, stretch }) => [
            name,
            found < 20 ? found.toFixed(2) : found.toFixed(0),
            String(required),
            String(stretch),
            verdictOf(found, required, stretch),
          ]),
        )}`,
      )
      tell(saveResults('http', { machine, settings, note, plan, cells, ratios }, out))
      return ratios.every(({ found, required }) => found >= required)
    } finally {
      await server.stop()
    }
  } finally {
    await superuser.end()
    await cluster.remove()
    await rm(stateDir, { recursive: true, force: true })
  }
}
