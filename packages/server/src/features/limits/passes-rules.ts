/**
 * When an amount that limits refuse now passes: for each row that applies, the moment at which enough of what it has used is old
 * enough, and of these the last. Exact as long as nothing more is used until then and no row changes.
 */
import { isRolling, WINDOW_MS } from './limit-state-rules.ts'
import type { LimitGroup, LimitRule, LimitState, PassesAnswer, RollingWindow, Usage } from './limit-state-rules.ts'

/** What was used at one moment, and how much after it, all of one group in one window. */
export type Part = { at: Date; cents: bigint; newerCents: bigint }

/**
 * The parts of which one may have to leave a window: those with at most `highCents` after them, and with more than `lowCents`
 * together with those.
 */
export type PartsAsked = { operation: LimitGroup; window: RollingWindow; lowCents: bigint; highCents: bigint }

/** Finds the parts that were read for a limit. */
export type PartsOf = (asked: Omit<PartsAsked, 'lowCents'>) => readonly Part[]

type Asked = { operations: readonly LimitGroup[]; amountCents: bigint }

/** What is known of one person. `batchCents` was counted in this batch, at `at`: it is newer than every part, and in `usage`. */
export type Known = { at: Date; usage: Usage; batchCents: (operation: LimitGroup) => bigint; partsOf: PartsOf }

export type Passes = {
  /** When the amount passes; null where time alone never lets it. */
  at: Date | null
  /** How much more of the deciding row is left then; null where something else makes it later. */
  moreCents: bigint | null
  /** The most that can go at a time, where the amount is above it for good. */
  mostCents: bigint | null
}

const NEVER: Passes = { at: null, moreCents: null, mostCents: null }

type Term = { limitCents: bigint | null; from: number; until: number }

/** The limits of a row one after the other; null once the row is gone. */
const termsOf = ({ limitCents, special }: LimitRule, at: Date): Term[] => {
  if (!special) return [{ limitCents, from: at.getTime(), until: Infinity }]
  const ends = special.until.getTime()
  return [
    { limitCents, from: at.getTime(), until: ends },
    { limitCents: special.usualCents, from: ends, until: Infinity },
  ]
}

const usedOf = (usage: Usage, operation: LimitGroup, window: RollingWindow): bigint =>
  usage.get(operation)?.[window]?.cents ?? 0n

/** The parts that have to be read before it can be said when an amount passes. */
export const partsAsked = (
  rules: readonly LimitRule[],
  { operations, amountCents }: Asked,
  { at, usage, batchCents }: Omit<Known, 'partsOf'>,
): PartsAsked[] =>
  rules.flatMap((rule) => {
    const { operation, window } = rule
    if (!isRolling(window) || !operations.includes(operation)) return []
    return termsOf(rule, at).flatMap(({ limitCents }) => {
      if (limitCents === null || amountCents > limitCents) return []
      const highCents = limitCents - amountCents
      if (usedOf(usage, operation, window) <= highCents) return []
      return [{ operation, window, highCents, lowCents: highCents - batchCents(operation) }]
    })
  })

type Freed = { time: number; leftCents: bigint | null }

/** When one limit of a row lets the amount through; null where it never does, undefined where the parts were not read. */
const freedBy = (rule: LimitRule, limitCents: bigint, amountCents: bigint, known: Known): Freed | null | undefined => {
  const { operation, window } = rule
  const now = known.at.getTime()
  const highCents = limitCents - amountCents
  if (highCents < 0n) return null
  if (!isRolling(window)) return { time: now, leftCents: limitCents }
  const usedCents = usedOf(known.usage, operation, window)
  if (usedCents <= highCents) return { time: now, leftCents: limitCents - usedCents }
  const batchCents = known.batchCents(operation)
  if (batchCents > highCents) return { time: now + WINDOW_MS[window], leftCents: limitCents }
  const leaving = known
    .partsOf({ operation, window, highCents })
    .find(
      ({ cents, newerCents }) => newerCents + batchCents <= highCents && newerCents + batchCents + cents > highCents,
    )
  return (
    leaving && {
      time: leaving.at.getTime() + WINDOW_MS[window],
      leftCents: limitCents - batchCents - leaving.newerCents,
    }
  )
}

/** The first moment from `from` on at which a row lets the amount through; null where it never does, undefined if unknown. */
const rowPasses = (rule: LimitRule, amountCents: bigint, from: number, known: Known): Freed | null | undefined => {
  for (const { limitCents, from: begins, until } of termsOf(rule, known.at)) {
    const start = Math.max(from, begins)
    if (start >= until) continue
    const freed = limitCents === null ? { time: start, leftCents: null } : freedBy(rule, limitCents, amountCents, known)
    if (freed === undefined) return undefined
    if (freed === null || freed.time >= until) continue
    return freed.time >= start ? freed : { time: start, leftCents: null }
  }
  return null
}

/**
 * When the amount passes that `deciding` refuses; null when parts have to be read first. Some rows end, so that one may refuse
 * again by the time at which another lets it through: all are asked until they agree.
 */
export const passesAt = (
  rules: readonly LimitRule[],
  { operations, amountCents }: Asked,
  deciding: LimitState,
  known: Known,
): Passes | null => {
  // What a wallet holds does not become less by waiting.
  if (deciding.rule.window === 'always') return NEVER
  const timed = rules.filter(({ operation, window }) => operations.includes(operation) && window !== 'always')
  let time = known.at.getTime()
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    for (const rule of timed) {
      const passes = rowPasses(rule, amountCents, time, known)
      if (passes === undefined) return null
      if (passes === null) {
        const least = timed.map(({ limitCents }) => limitCents).toSorted((a, b) => (a < b ? -1 : 1))[0]
        return { ...NEVER, mostCents: least === undefined || least === 0n ? null : least }
      }
      if (passes.time > time) [time, isSettled] = [passes.time, false]
    }
  }
  const own = rowPasses(deciding.rule, amountCents, known.at.getTime(), known)
  const leftCents = own?.time === time ? own.leftCents : null
  return { at: new Date(time), moreCents: leftCents === null ? null : leftCents - deciding.leftCents, mostCents: null }
}

/** As it stands on the wire. */
export const passesAnswer = ({ at, moreCents, mostCents }: Passes): PassesAnswer => ({
  freesAt: at?.toISOString() ?? null,
  freesCents: moreCents === null ? null : Number(moreCents),
  mostCents: mostCents === null ? null : Number(mostCents),
})
