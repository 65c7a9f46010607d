import { setTimeout as sleep } from 'node:timers/promises'
import { lacking } from './needs.ts'
import { type Figures, type Part, withEvidence } from './part.ts'
import { createRandom } from './random.ts'

/**
 * How far a part goes: to its short count; for `ms`; or to its full count, less the `before` that earlier runs did,
 * within `ms` and within an hour.
 */
export type Extent = { kind: 'short' } | { kind: 'timed'; ms: number } | { kind: 'full'; before: number; ms: number }

/** `TOO SLOW`: every promise held, and a speed that was to be reached was not. */
export type Verdict = 'held' | 'TOO SLOW' | 'BROKEN' | 'not run'

export type PartReport = {
  part: string
  verdict: Verdict
  seed: number
  units: number
  seconds: number
  figures: Figures
  /** Speeds that were not reached, in words. */
  misses: string[]
  /** Why it broke, or what it lacks. */
  reason: string | null
}

/** What several goes at one part come to. */
export const unitsIn = (reports: readonly PartReport[]): number => reports.reduce((sum, { units }) => sum + units, 0)

const HOUR_MS = 3_600_000
/** Beyond this a part that hangs is given up, with what it started left to the end of the process. */
const GRACE_MS = 600_000

const limitsOf = (part: Part, extent: Extent): { units: number; ms: number } => {
  if (extent.kind === 'short') return { units: part.units.short, ms: HOUR_MS }
  if (extent.kind === 'timed') return { units: part.units.full, ms: extent.ms }
  return { units: part.units.full - extent.before, ms: Math.min(extent.ms, HOUR_MS - GRACE_MS) }
}

/** A different sequence for every part of a run, the same for the same seed. */
const seedFor = (seed: number, name: string): number =>
  Buffer.from(name).reduce((mixed, byte) => (Math.imul(mixed, 31) + byte) >>> 0, seed >>> 0)

/** Runs one part and says what came of it; never throws. */
export const runPart = async (
  part: Part,
  options: { seed: number; extent: Extent; say: (line: string) => void; isAsked: () => boolean },
): Promise<PartReport> => {
  const { seed, extent, say, isAsked } = options
  const { units, ms } = limitsOf(part, extent)
  const started = performance.now()
  let seen = 0
  const misses: string[] = []
  const goesOn = (done: number): boolean => {
    seen = Math.max(seen, done)
    return done === 0 || (done < units && performance.now() - started < ms && isAsked())
  }
  const report = (verdict: Verdict, figures: Figures, reason: string | null): PartReport => ({
    part: part.name,
    verdict,
    seed,
    units: seen,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    figures,
    misses,
    reason,
  })
  const lacks = lacking(part.needs)
  if (lacks.length > 0) return report('not run', {}, `needs ${lacks.join(' and ')}, which this machine does not give`)
  const giveUp = new AbortController()
  try {
    const running = part.run({
      seed,
      random: createRandom(seedFor(seed, part.name)),
      goesOn,
      say,
      target: (isReached, speed, evidence) => {
        if (!isReached) misses.push(withEvidence(speed, evidence))
      },
      extent: extent.kind,
    })
    const hanging = sleep(ms + GRACE_MS, null, { signal: giveUp.signal }).then(() => {
      throw new Error(`the part hangs after ${seen} ${part.units.of}`)
    })
    hanging.catch(() => {})
    const figures = await Promise.race([running, hanging])
    return report(misses.length > 0 ? 'TOO SLOW' : 'held', figures, null)
  } catch (error) {
    return report('BROKEN', {}, error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    giveUp.abort()
  }
}

/** One line of a report, figures in the order the part gave them. */
export const lineOf = ({ part, verdict, units, seconds, figures, misses, reason }: PartReport, of: string): string => {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  const told = [`${units} ${of}`, `${seconds} s`, ...words, ...misses.map((miss) => `missed: ${miss}`)]
  return `${verdict.padEnd(8)} ${part.padEnd(20)} ${verdict === 'not run' ? reason : told.join(', ')}`
}
