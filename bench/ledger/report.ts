/** The targets that the figures are held against, and how they are reported. */
import { round } from '../lib/figures.ts'
import { table } from '../lib/report.ts'
import type { Run } from './run.ts'
import type { Workload } from './workloads.ts'

export type Cell = { workload: Workload; workers: number; engine: string; median: Run; runs: Run[] }

const OURS = 'Puente'

/** A ratio without bounds is reported, not judged. */
type Target = { name: string; required?: number; stretch?: number; isLess?: true; value: (find: Find) => number | null }
type Find = (engine: string, workload: Workload, workers: number) => Run | undefined

const perSecond =
  (other: string, workload: Workload, workers: number) =>
  (find: Find): number | null => {
    const [ours, theirs] = [find(OURS, workload, workers), find(other, workload, workers)]
    return ours && theirs ? ours.perSecond / theirs.perSecond : null
  }

const against = (other: string, workload: Workload, workers: number, required?: number, stretch?: number): Target => ({
  name: `${workload}, ${workers} workers: transfers/s against ${other}`,
  ...(required === undefined ? {} : { required }),
  ...(stretch === undefined ? {} : { stretch }),
  value: perSecond(other, workload, workers),
})

const ROW_LOCKS = 'row locks'
const IN_ONE = 'row locks in one'
const BATCHED = 'batched SQL'
const LEAST = 'least batched SQL'

const targets: Target[] = [
  ...([1, 20, 64, 384] as const).map((workers) => against(ROW_LOCKS, 'uniform', workers)),
  ...([20, 384] as const).map((workers) => against(ROW_LOCKS, 'hot', workers)),
  ...([1, 20, 64, 384] as const).map((workers) => against(IN_ONE, 'uniform', workers)),
  ...([20, 384] as const).map((workers) => against(IN_ONE, 'hot', workers)),
  against(BATCHED, 'zipf', 384, 0.7, 1),
  against(BATCHED, 'zipf', 2_048, 1.2, 2),
  against(BATCHED, 'hot', 384, 2.5, 5),
  against(LEAST, 'zipf', 384),
  against(LEAST, 'zipf', 2_048),
  against(LEAST, 'hot', 384),
  {
    name: 'hot, 384 workers: transfers/s against our own uniform',
    required: 0.9,
    stretch: 1.1,
    value: (find) => {
      const [hot, uniform] = [find(OURS, 'hot', 384), find(OURS, 'uniform', 384)]
      return hot && uniform ? hot.perSecond / uniform.perSecond : null
    },
  },
  // Of batches of 64 and more: with 64 workers two of 32 are under way.
  ...([384, 2_048] as const).map((workers): Target => ({
    name: `uniform, ${workers} workers: PostgreSQL CPU per transfer, full work, us`,
    required: 100,
    stretch: 50,
    isLess: true,
    value: (find) => find(OURS, 'uniform', workers)?.postgresCpu ?? null,
  })),
]

export const runTable = (cells: Cell[]): string =>
  table(
    ['workload, workers', 'engine', 'transfers/s', 'p50 ms', 'p99 ms', 'PG us', 'Node us', 'WAL B', 'table B', 'batch'],
    cells.map(({ workload, workers, engine, median }) => [
      `${workload} ${workers}`,
      engine,
      String(round(median.perSecond)),
      median.p50Ms.toFixed(1),
      median.p99Ms.toFixed(1),
      median.postgresCpu === null ? '-' : String(round(median.postgresCpu)),
      String(round(median.nodeCpu)),
      String(round(median.walBytes)),
      String(round(median.tableBytes)),
      String(round(median.batch)),
    ]),
  )

export const ratioTable = (cells: Cell[]) => {
  const find: Find = (engine, workload, workers) =>
    cells.find((cell) => cell.engine === engine && cell.workload === workload && cell.workers === workers)?.median
  const ratios = targets.flatMap(({ value, ...target }) => {
    const found = value(find)
    if (found === null) return []
    const reaches = (bound = 0) => (target.isLess ? found <= bound : found >= bound)
    return [{ ...target, found, isReached: reaches(target.required), isStretched: reaches(target.stretch) }]
  })
  return {
    ratios,
    isReached: ratios.every(({ isReached }) => isReached),
    text: table(
      ['ratio', 'found', 'required', 'stretch', ''],
      ratios.map(({ name, found, required, stretch, isReached, isStretched }) => [
        name,
        found.toFixed(found < 20 ? 2 : 0),
        String(required ?? '-'),
        String(stretch ?? '-'),
        required === undefined ? '' : isStretched ? 'stretch' : isReached ? 'reached' : 'MISSED',
      ]),
    ),
  }
}

/** What each engine did per transfer, to explain the ratios. */
export const workTable = (cells: Cell[]): string => {
  const has = new Set(cells.map(({ engine }) => engine))
  const names = [OURS, ROW_LOCKS, IN_ONE, BATCHED, LEAST]
  const rows = [
    ['double entry with running balances', 'yes', 'yes', 'yes', 'no', 'no'],
    ['gapless sequence per account', 'yes', 'yes', 'yes', 'no', 'no'],
    ['idempotency key with stored answer', 'yes', 'no', 'no', 'no', 'no'],
    ['limit read and written under the lock', 'yes', 'no', 'no', 'no', 'no'],
    ["rows for both people's lists, indexed by time", 'yes', 'index only', 'index only', 'index only', 'no'],
    ['outbox row', 'yes', 'no', 'no', 'no', 'no'],
    ['holds, reversals, account status, freeze', 'yes', 'no', 'no', 'no', 'no'],
    ['feed for checker and seal', 'yes', 'no', 'no', 'no', 'no'],
    ['a failing transfer harms no other', 'yes', 'yes', 'yes', 'yes', 'yes'],
    ['round trips', '2 a batch', '6', '1', '1 a batch', '1 a batch'],
    ['rows written', '9', '5', '5', '3', '3'],
    ['index entries written', '12', '7', '7', '4', '1'],
  ]
  const shown = names.map((name, n) => ({ name, column: n + 1 })).filter(({ name }) => has.has(name))
  return table(
    ['work per transfer', ...shown.map(({ name }) => name)],
    rows.map((row) => [row[0] ?? '', ...shown.map(({ column }) => row[column] ?? '')]),
  )
}
