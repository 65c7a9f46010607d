/** What a statement covers, and what one of its lines says. Pure: no clock, no database. */
import { MOST_STATEMENT_DAYS, type MovementMethod, type MovementState, type MovementType } from '@puente/contract'
import { endOfDay, startOfDay } from '#platform/calendar/days-rules.ts'
import { wallTimeAt } from '#platform/calendar/zone-rules.ts'

const DAY_MS = 86_400_000

/** Calendar days, both included, as moments; `until` is the first that is too late. */
export type Period = { fromDate: string; toDate: string; zone: string; from: Date; until: Date }

/** Why a range of days can have no statement, and which end is wrong; null when it can. */
export const rangeTrouble = (
  fromDate: string,
  toDate: string,
  today: string,
): { field: 'fromDate' | 'toDate'; reason: 'range' | 'tooLong' | 'future' } | null => {
  if (fromDate > toDate) return { field: 'toDate', reason: 'range' }
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS + 1
  if (days > MOST_STATEMENT_DAYS) return { field: 'toDate', reason: 'tooLong' }
  return fromDate > today ? { field: 'fromDate', reason: 'future' } : null
}

export const periodOf = (fromDate: string, toDate: string, zone: string): Period => ({
  fromDate,
  toDate,
  zone,
  from: startOfDay(fromDate, zone),
  until: endOfDay(toDate, zone),
})

/** A movement as a statement tells of it. Of who is hidden from its owner it says no more than a list does. */
export type Told = {
  /** Bare uuid. */
  movementId: string
  type: MovementType
  state: MovementState
  method: MovementMethod
  direction: 1 | -1
  amountCents: bigint
  feeCents: bigint
  currency: string
  balanceCents: bigint | null
  counterpart: string
  note: string
  reference: string
  createdAt: Date
}

/** What one entry did to the balance, and the movement that it belongs to; an entry of the books' own has none. */
export type Line = {
  /** Bare uuid of the movement, or of the transfer without one: the same for ever. */
  id: string
  seq: bigint
  at: Date
  changeCents: bigint
  balanceCents: bigint
  told: Told | null
}

/** How much of a line's change is a fee. A fee of money that came in was paid on top of it, outside the balance. */
export const feeWithin = ({ changeCents, told }: Pick<Line, 'changeCents' | 'told'>): bigint =>
  told !== null && changeCents === -(told.amountCents + told.feeCents) ? told.feeCents : 0n

/** A fee that was paid on top of money that came in, where it came from: the balance knows nothing of it. */
export const feeOutside = ({ changeCents, told }: Pick<Line, 'changeCents' | 'told'>): bigint =>
  told !== null && told.type === 'deposit' && changeCents === told.amountCents ? told.feeCents : 0n

const QUARTER_MS = 900_000

/**
 * What clock and calendar of a zone show, `2026-11-23 14:05:09`, for many moments after one another. Clocks are changed at a
 * quarter of an hour at the earliest, and asking a calendar is slow.
 */
export const localTimes = (zone: string): ((at: Date) => string) => {
  let quarter = Number.NaN
  let offsetMs = 0
  return (at) => {
    const time = at.getTime()
    const now = Math.floor(time / QUARTER_MS)
    if (now !== quarter) {
      quarter = now
      offsetMs = wallTimeAt(at, zone) - time
    }
    return new Date(time + offsetMs).toISOString().slice(0, 19).replace('T', ' ')
  }
}

/** Text as one line without anything that ends or begins one. */
export const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
