/** What can happen to a request, and when. Pure. */
import {
  REMINDER_GAP_HOURS,
  REMINDERS_MAX,
  REQUEST_DEFAULT_DAYS,
  REQUEST_MAXIMUM_DAYS,
  REQUEST_MINIMUM_HOURS,
  type RequestAct,
  type RequestState,
  type RequestUses,
} from '@puente/contract'
import type { MoneyRequest, OwnRequest } from './request.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const REQUEST_STEPS = ['pay', 'decline', 'cancel', 'expire'] as const
export type RequestStep = (typeof REQUEST_STEPS)[number]

/** Nothing follows an end. */
const ENDED: Partial<Record<RequestStep, RequestState>> = {}
const MOVES: Record<RequestUses, Record<RequestState, Partial<Record<RequestStep, RequestState>>>> = {
  single: {
    open: { pay: 'paid', decline: 'declined', cancel: 'cancelled', expire: 'expired' },
    paid: ENDED,
    declined: ENDED,
    cancelled: ENDED,
    expired: ENDED,
  },
  multi: {
    open: { pay: 'open', cancel: 'cancelled', expire: 'expired' },
    paid: ENDED,
    declined: ENDED,
    cancelled: ENDED,
    expired: ENDED,
  },
}

/** Where a step leads from a state; null where it is not allowed. */
export const stateAfter = (uses: RequestUses, from: RequestState, step: RequestStep): RequestState | null =>
  MOVES[uses][from][step] ?? null

/** How it stands at a moment: one whose time is over has expired, unless a payment that began before is under way. */
export const stateAt = (
  { state, attempt, expiresAt }: Pick<MoneyRequest, 'state' | 'attempt' | 'expiresAt'>,
  at: Date,
): RequestState => (state === 'open' && attempt === null && expiresAt <= at ? 'expired' : state)

/** The other side of a request from its owner's: the person asked, null of an open link, or whoever asks. */
export const otherSideOf = ({ was, issuerId, askedId }: OwnRequest): string | null =>
  was === 'sent' ? askedId : issuerId

/** From when on the next reminder may be sent; null where none may, because nobody was asked or all have been sent. */
export const nextReminderAt = (request: MoneyRequest, at: Date): Date | null => {
  if (stateAt(request, at) !== 'open' || request.askedId === null || request.remindersSent >= REMINDERS_MAX) return null
  const { remindedAt } = request
  return remindedAt === null
    ? at
    : new Date(Math.max(at.getTime(), remindedAt.getTime() + REMINDER_GAP_HOURS * HOUR_MS))
}

/**
 * What its viewer may do now; whether a payment goes through is decided when it is made. Nothing is paid to a person who is hidden,
 * because they were blocked or have left, and none of them is reminded.
 */
export const actsOf = (request: OwnRequest, at: Date, isHidden: boolean): RequestAct[] => {
  if (stateAt(request, at) !== 'open') return []
  // A payment that began in time may still arrive; another one is not begun.
  const isOver = request.expiresAt <= at
  const isUnderWay = request.attempt !== null
  if (request.was === 'received')
    return [...(isHidden || isOver ? [] : ['pay' as const]), ...(isUnderWay ? [] : ['decline' as const])]
  const remindableAt = nextReminderAt(request, at)
  // Money that comes after it was taken back is given back.
  return [
    'cancel',
    ...(remindableAt !== null && remindableAt <= at && !isUnderWay && !isHidden ? ['remind' as const] : []),
  ]
}

/** When a request made now expires: as asked, or after the default; null when that is too soon or too late. */
export const expiryFor = (asked: string | undefined, now: Date): Date | null => {
  if (asked === undefined) return new Date(now.getTime() + REQUEST_DEFAULT_DAYS * DAY_MS)
  const leftMs = new Date(asked).getTime() - now.getTime()
  const isWithin = leftMs >= REQUEST_MINIMUM_HOURS * HOUR_MS && leftMs <= REQUEST_MAXIMUM_DAYS * DAY_MS
  return isWithin ? new Date(asked) : null
}

/** The part of a bill that nobody is asked for, in cents; null when shares and own part are not the total. */
export const ownPartOf = (totalCents: bigint, shareCents: readonly bigint[], given: bigint | null): bigint | null => {
  const left = totalCents - shareCents.reduce((sum, share) => sum + share, 0n)
  return left < 0n || (given !== null && given !== left) ? null : left
}
