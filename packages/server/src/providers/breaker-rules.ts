/**
 * Whether a rail takes new payments, from how its provider's last calls ended. Five failures in a row open its breaker:
 * whatever is new is refused at once, until after a while one new payment is let through to try. An answer, be it a
 * refusal, closes the breaker. What is under way is not held up: its calls go on, and count. Only a provider that says
 * when to come back is asked nothing at all until then.
 */

/** An answer of whatever content; no answer; or one that says to come back after a while. */
export type CallOutcome = { is: 'answered' } | { is: 'failed' } | { is: 'turnedAway'; retryAfterMs: number }

/** Moments are milliseconds of one clock that only goes on. */
export type BreakerState = {
  /** Since the last answer. */
  failuresInRow: number
  /** New payments are refused until then; null while the breaker is closed. */
  openUntil: number | null
  /** A probe is under way. */
  isProbing: boolean
  /** The provider wants no call at all before. */
  quietUntil: number
}

/** Quiet at no moment: the demo's clock goes back months, to moments before zero. */
export const CLOSED: BreakerState = { failuresInRow: 0, openUntil: null, isProbing: false, quietUntil: -Infinity }

const FAILURES_TO_OPEN = 5
export const OPEN_MS = 30_000
/** How long a refused caller waits while a probe is under way, since its outcome is not known yet. */
const WHILE_PROBING_MS = 5_000
/** A provider that asks for more than this is asked again all the same. */
const MOST_QUIET_MS = 600_000

/** Whether a payment that is new may begin, and is the probe. */
export const admission = (state: BreakerState, at: number): 'open' | 'probe' | 'refused' => {
  if (at < state.quietUntil) return 'refused'
  if (state.openUntil === null) return 'open'
  return at < state.openUntil || state.isProbing ? 'refused' : 'probe'
}

/** How long a refused caller should wait, as far as can be known. */
export const waitMs = ({ openUntil, quietUntil }: BreakerState, at: number): number => {
  const knownMs = Math.max(quietUntil, openUntil ?? at) - at
  return knownMs > 0 ? knownMs : WHILE_PROBING_MS
}

/** The state after a call that ended so. */
export const afterCall = (state: BreakerState, outcome: CallOutcome, at: number): BreakerState => {
  switch (outcome.is) {
    case 'answered':
      return { ...CLOSED, quietUntil: state.quietUntil }
    case 'turnedAway': {
      const quietUntil = Math.max(state.quietUntil, at + Math.min(outcome.retryAfterMs, MOST_QUIET_MS))
      return { ...CLOSED, quietUntil }
    }
    case 'failed': {
      const failuresInRow = state.failuresInRow + 1
      if (failuresInRow < FAILURES_TO_OPEN) return { ...state, failuresInRow }
      return { ...state, failuresInRow, openUntil: at + OPEN_MS, isProbing: false }
    }
  }
}
