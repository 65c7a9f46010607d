/** One run: so many workers, each posting the next transfer when its last one is committed, for a given time. */
import type { Pool } from 'pg'
import { ownCpuMicroseconds, serverCpuMicroseconds } from '../lib/cpu.ts'
import { median, percentile } from '../lib/figures.ts'
import type { Engine, Transfer } from './engine.ts'

export type Run = {
  transfers: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Microseconds of CPU per transfer; `null` where the system does not tell. */
  postgresCpu: number | null
  nodeCpu: number
  walBytes: number
  tableBytes: number
  /** Transfers in one transaction, median. */
  batch: number
}

/** `mayBeIdle`: nothing has to be committed in the measured time. */
export type RunOptions = {
  workers: number
  warmUpMs: number
  durationMs: number
  postmaster: number
  mayBeIdle?: boolean
}

const read = async (pool: Pool): Promise<{ lsn: string; bytes: string }> => {
  const { rows } = await pool.query<{ lsn: string; bytes: string }>(
    `select pg_current_wal_insert_lsn()::text as lsn, pg_database_size(current_database())::text as bytes`,
  )
  if (!rows[0]) throw new Error('the database did not tell its size')
  return rows[0]
}

const walBetween = async (pool: Pool, from: string, to: string): Promise<number> => {
  const { rows } = await pool.query<{ bytes: string }>('select pg_wal_lsn_diff($2, $1)::text as bytes', [from, to])
  return Number(rows[0]?.bytes)
}

/** Counts only what was committed inside the measured time; warming up and running out are not in it. */
export const measure = async (
  engine: Engine,
  next: () => Transfer,
  options: RunOptions,
): Promise<Run & { all: number }> => {
  const latencies: number[] = []
  let all = 0
  let isMeasuring = false
  let isOver = false
  const worker = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await engine.transfer(next())
      all += 1
      if (isMeasuring) latencies.push(performance.now() - startedAt)
    }
  }
  const workers = Promise.all(Array.from({ length: options.workers }, worker))
  const pause = (ms: number) => Promise.race([workers, new Promise((resolve) => setTimeout(resolve, ms))])
  await pause(options.warmUpMs)

  const before = await read(engine.pool)
  const postgresBefore = serverCpuMicroseconds(options.postmaster)
  engine.takeBatchSizes()
  const nodeBefore = ownCpuMicroseconds()
  const startedAt = performance.now()
  isMeasuring = true
  await pause(options.durationMs)
  isMeasuring = false
  const seconds = (performance.now() - startedAt) / 1000
  const nodeAfter = ownCpuMicroseconds()
  const postgresAfter = serverCpuMicroseconds(options.postmaster)
  const transfers = latencies.length
  const sizes = engine.takeBatchSizes()
  const after = await read(engine.pool)
  isOver = true
  await workers
  if (transfers === 0 && !options.mayBeIdle) throw new Error(`${engine.name}: nothing was committed in ${seconds} s`)
  return {
    all,
    transfers,
    perSecond: transfers / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    postgresCpu:
      postgresBefore === null || postgresAfter === null ? null : (postgresAfter - postgresBefore) / transfers,
    nodeCpu: (nodeAfter - nodeBefore) / transfers,
    walBytes: (await walBetween(engine.pool, before.lsn, after.lsn)) / transfers,
    tableBytes: (Number(after.bytes) - Number(before.bytes)) / transfers,
    batch: sizes.length === 0 ? 1 : median(sizes),
  }
}

/** Figure by figure the median of several runs. */
export const medianRun = (runs: Run[]): Run => {
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  const cpus = runs.flatMap(({ postgresCpu }) => postgresCpu ?? [])
  return {
    transfers: of(({ transfers }) => transfers),
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    postgresCpu: cpus.length === 0 ? null : median(cpus),
    nodeCpu: of(({ nodeCpu }) => nodeCpu),
    walBytes: of(({ walBytes }) => walBytes),
    tableBytes: of(({ tableBytes }) => tableBytes),
    batch: of(({ batch }) => batch),
  }
}
