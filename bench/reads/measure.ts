/** Measures reads one after the other, checks what each finds, and prints a table. */
import type { Database } from '@puente/server/testing'
import { percentile } from '../lib/figures.ts'
import { table, tell } from '../lib/report.ts'

/** `read` says whether what it found is right; `bound` is what its p99 may take, in milliseconds. */
export type Read = { name: string; times: number; bound?: number; read: (n: number) => Promise<boolean> }

type Found = { name: string; times: number; p50Ms: number; p99Ms: number; bound: number | null; isReached: boolean }

/** What an empty round trip to the database takes, on this machine and on this day. */
export const emptyRead = (db: Database): Read => ({
  name: 'nothing',
  times: 2_000,
  read: async () => (await db.pool.query({ name: 'bench.nothing', text: 'select 1' })).rowCount === 1,
})

/** The share of warm-up reads, of other people: they compile code and plan statements, and are not counted. */
const WARM_UP = 0.1

const measure = async ({ name, times, bound, read }: Read): Promise<Found> => {
  const took: number[] = []
  for (let n = 0; n < times * WARM_UP; n += 1) await read(times + n)
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    const isRight = await read(n)
    took.push(performance.now() - began)
    if (!isRight) throw new Error(`${name}: not what was expected`)
  }
  const [p50Ms, p99Ms] = [percentile(took, 0.5), percentile(took, 0.99)]
  return { name, times, p50Ms, p99Ms, bound: bound ?? null, isReached: bound === undefined || p99Ms <= bound }
}

/** Runs the reads and reports how long they took. */
export const measureAll = async (reads: readonly Read[]): Promise<Found[]> => {
  const found: Found[] = []
  for (const read of reads) found.push(await measure(read))
  tell(
    table(
      ['read', 'times', 'p50 ms', 'p99 ms', 'bound', ''],
      found.map(({ name, times, p50Ms, p99Ms, bound, isReached }) => [
        name,
        String(times),
        p50Ms.toFixed(2),
        p99Ms.toFixed(2),
        String(bound ?? '-'),
        isReached ? 'reached' : 'MISSED',
      ]),
    ),
  )
  return found
}
