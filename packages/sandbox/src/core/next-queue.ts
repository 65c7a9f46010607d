import { defaultBound } from './bounded.ts'
import * as z from 'zod'
import { integer, optional, text } from './shape.ts'

/** What a queued outcome may be reserved for: our reference, an e-mail address, or an amount in cents. */
type Match = string | number
/** How a control body says so. */
export const matchRule = optional(
  z.union([text({ max: 320 }), integer({ min: 1 })], 'must be text or an amount in cents'),
)
type Candidate = { refs?: readonly (string | null | undefined)[]; email?: string | null; amountCents?: number }

const fits = (match: Match, candidate: Candidate) =>
  typeof match === 'number'
    ? candidate.amountCents === match
    : (candidate.refs ?? []).includes(match) || candidate.email?.toLowerCase() === match.toLowerCase()

/** Outcomes waiting for the next payment or check, first in first out. An entry with `match` waits for its own. */
export const createNextQueue = <T>() => {
  let waiting: { value: T; match: Match | undefined }[] = []
  return {
    add(value: T, match?: Match) {
      waiting = [...waiting, { value, match }].slice(-defaultBound)
      return waiting.length
    },
    /** What waits, the next one first. */
    list: () => waiting.map(({ value }) => value),
    take(candidate: Candidate): T | undefined {
      const found = waiting.find((entry) => entry.match === undefined || fits(entry.match, candidate))
      waiting = waiting.filter((entry) => entry !== found)
      return found?.value
    },
    clear() {
      waiting = []
    },
  }
}
