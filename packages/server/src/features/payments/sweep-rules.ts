/** When a payment that is under way is checked again. */
const SOON_MS = 55_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** PayPal gives a receiver thirty days to claim, and its refunds come later; late returns of a bank come within sixty. */
const RETURN_WINDOW_MS = 90 * DAY_MS
const LONGEST_PAUSE_MS = 3 * DAY_MS

/** Our ids begin with the milliseconds since 1970 at which they were made. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Every minute while it is younger than an hour, hourly afterwards. */
export const nextCheckAt = (ref: string, at: Date): Date =>
  new Date(at.getTime() + (at.getTime() - madeAt(ref) < HOUR_MS ? SOON_MS : HOUR_MS))

/**
 * When a withdrawal that has arrived is looked at again: its pauses are a quarter of its age, so that the days in which most returns
 * come have the most looks; some forty in all.
 */
export const nextReturnCheckAt = (ref: string, at: Date): Date => {
  const quarterMs = Math.floor((at.getTime() - madeAt(ref)) / 4)
  return new Date(at.getTime() + Math.min(Math.max(quarterMs, HOUR_MS), LONGEST_PAUSE_MS))
}

/** From then on nothing but an event tells that it came back. */
export const isReturnWindowOver = (ref: string, at: Date): boolean => at.getTime() - madeAt(ref) >= RETURN_WINDOW_MS
