/** When a call is sent again, and how long it waits before that. */

/** How an attempt ended, other than well. */
export type Outcome = {
  /** Null: no answer came. */
  status: number | null
  /** Certain, likely not, or not known: whether the server carried the call out. */
  isOutcomeUnknown: boolean
  /** What the server said, in seconds. */
  retryAfter: number | null
}

export type RetryBounds = { retries: number; maxWaitMs: number }

const FIRST_MS = 250
const LONGEST_MS = 5_000

/** Half of it is chance, so that many clients do not come back in step. */
const backoffMs = (attempt: number, random: () => number): number => {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)
  return full / 2 + (full / 2) * random()
}

/**
 * The wait before a call is sent again; null when it is not.
 *
 * A call that certainly did nothing (429, 503) may be repeated whatever it is. One whose outcome is unknown may be repeated only
 * where repeating is harmless: reading, and what has a key.
 *
 * @param attempt 0 for the first
 */
export const waitBeforeRetry = (
  { status, isOutcomeUnknown, retryAfter }: Outcome,
  isRepeatable: boolean,
  attempt: number,
  { retries, maxWaitMs }: RetryBounds,
  random: () => number = Math.random,
): number | null => {
  if (attempt >= retries) return null
  const didNothing = (status === 429 || status === 503) && !isOutcomeUnknown
  if (!didNothing && !(isOutcomeUnknown && isRepeatable)) return null
  if (retryAfter === null) return status === 429 ? null : backoffMs(attempt, random)
  const asked = retryAfter * 1000
  return asked > maxWaitMs ? null : Math.max(asked, backoffMs(attempt, random))
}
