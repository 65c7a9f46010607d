/** Calendar days of a time zone as moments. Pure. */
import { offsetAt } from './zone-rules.ts'

const DAY_MS = 86_400_000

/**
 * The first moment of a calendar day in a zone. Where the clocks change at midnight the day may begin at one o'clock, or
 * its first hour may come twice: the earliest moment counts.
 */
export const startOfDay = (day: string, zone: string): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = new Set([midnight - DAY_MS, midnight, midnight + DAY_MS].map((at) => offsetAt(at, zone)))
  const moments = [...offsets].map((offset) => midnight - offset).toSorted((a, b) => a - b)
  const exact = moments.find((at) => at + offsetAt(at, zone) === midnight)
  if (exact !== undefined) return new Date(exact)
  // Midnight was skipped: the day begins at the moment of the change.
  const [before = midnight] = moments
  let low = before - DAY_MS / 4
  let high = before + DAY_MS / 4
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (middle + offsetAt(middle, zone) >= midnight) high = middle
    else low = middle
  }
  return new Date(high)
}

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** The first moment after a calendar day, so that all of the day lies before it. */
export const endOfDay = (day: string, zone: string): Date => startOfDay(nextDay(day), zone)
