/**
 * A part tries one kind of fault and says what it saw. It counts in units of its own (commands, cuts, kills) and goes on
 * while the context says so: to a fixed small number in `npm test`, for its share of the minutes in `npm run soak`, to
 * its full number with `--full`.
 */
import type { Need } from './needs.ts'
import type { Random } from './random.ts'

/** What a part measured, by its name in plain words. */
export type Figures = Record<string, number | string>

export type Context = {
  seed: number
  random: Random
  /** Whether another unit is wanted after `done` of them; the first always is. */
  goesOn: (done: number) => boolean
  say: (line: string) => void
  /**
   * Records whether a speed target was reached. A miss breaks no promise, so the part goes on; its verdict shows it.
   */
  target: (isReached: boolean, speed: string, evidence?: unknown) => void
  /** Whether the part runs to its short count, for some minutes, or to its full count: sizes and spans go with it. */
  extent: 'short' | 'timed' | 'full'
}

/** What a part exercises: the ledger alone, or the product with it. Its results hold until that changes. */
export type Covers = 'ledger' | 'product'

export type Part = {
  /** As in `--part NAME`, and its file's. */
  name: string
  /** One sentence: what the part does, and what must hold. */
  about: string
  covers: Covers
  needs: readonly Need[]
  /** What is counted, how many of them in `npm test` (0: not there) and with `--full`. */
  units: { of: string; short: number; full: number }
  /** Its share of the minutes of a default run, beside the shares of the others. */
  share: number
  /** Throws when a promise is broken. */
  run: (context: Context) => Promise<Figures>
}

/** A promise of the product that did not hold. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly evidence: unknown
  constructor(promise: string, evidence?: unknown) {
    super(withEvidence(promise, evidence))
    this.evidence = evidence
  }
}

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

export const withEvidence = (what: string, evidence: unknown): string =>
  evidence === undefined ? what : `${what}: ${JSON.stringify(evidence, bigintAsText)?.slice(0, 2_000)}`

/** Throws `Broken` unless the promise holds. */
export function assert(holds: boolean, promise: string, evidence?: unknown): asserts holds {
  if (!holds) throw new Broken(promise, evidence)
}

/** Throws `Broken` with the first of the rows that break the promise. */
export const assertNone = (rows: readonly unknown[], promise: string): void =>
  assert(rows.length === 0, `${promise} (${rows.length} break it)`, rows.slice(0, 5))
