/** Days of a time zone as moments, and what a search can mean. Pure: no clock, no database. */
import { MOVEMENT_STATES } from '@puente/contract'
import type { MovementState } from '@puente/contract'
import { offsetAt } from '#platform/calendar/zone-rules.ts'

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

/**
 * The part of an amount that a text is, in the digits in which amounts are compared (`1250.00`): `$1,250` and `1,250.0`
 * become `1250` and `1250.0`. Null when it is none.
 */
const amountPartOf = (text: string): string | null => {
  const digits = text
    .replaceAll(/[\s$+\u2212-]/g, '')
    .replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
  return /^(?:\d+\.?\d{0,2}|\.\d{1,2})$/.test(digits) ? digits : null
}

/** What a search text may stand for besides a part of a name, note or reference. */
export const searchMeaning = (text: string): { amountPart: string | null; states: MovementState[] } => {
  const word = text.toLowerCase()
  return {
    amountPart: amountPartOf(text),
    states: MOVEMENT_STATES.filter((state) => state.toLowerCase() === word),
  }
}
