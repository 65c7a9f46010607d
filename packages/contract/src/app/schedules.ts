import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CursorIn, CursorOut, dayIn, DayOut, LimitQueryIn, NoteIn, TimestampOut } from '../fields.ts'
import { RequestIdOut, ScheduleIdIn, ScheduleIdOut, ToUserIn, TransactionIdOut, UserIdOut } from '../ids.ts'
import { AmountIn, CentsOut, CurrencyIn, CurrencyOut } from '../money.ts'

/** The calls that a schedule can make: sending from the balance, and asking a person for money. */
export const SCHEDULED_CALLS = ['sendInApp', 'createRequest'] as const
export type ScheduledCall = (typeof SCHEDULED_CALLS)[number]

export const SCHEDULE_INTERVALS = ['once', 'week', 'twoWeeks', 'month'] as const
export type ScheduleInterval = (typeof SCHEDULE_INTERVALS)[number]

/** `ended` by itself, `cancelled` by its owner. */
export const SCHEDULE_STATES = ['active', 'paused', 'ended', 'cancelled'] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

/**
 * Why a schedule ended: its last run is over, the payee cannot be paid or asked any more, its owner's account was closed, or its
 * owner took the account back by a password reset.
 */
export const SCHEDULE_END_REASONS = ['done', 'payeeUnavailable', 'accountClosed', 'passwordReset'] as const
export type ScheduleEndReason = (typeof SCHEDULE_END_REASONS)[number]

/** How far ahead a schedule may start, how often it may run, and how many of one person may be active or paused. */
export const SCHEDULE_MAXIMUM_DAYS = 366
export const SCHEDULE_MAXIMUM_COUNT = 520
export const SCHEDULES_MAX = 50

/** What became of a run: it was made, it failed, or it was refused and is tried once more at `retryAt`. */
export const RUN_OUTCOMES = ['made', 'failed', 'retrying'] as const

export const ScheduleRun = z.object({
  /** When it was due. */
  dueAt: TimestampOut,
  /** When it was tried last. */
  at: TimestampOut,
  outcome: z.enum(RUN_OUTCOMES),
  /** The code of the refusal; null of a run that was made. */
  code: z.nullable(z.string()),
  /** What the refusal said beside its code: of `accountRestricted`, what restricts it. */
  reason: z.nullable(z.string()),
  retryAt: z.nullable(TimestampOut),
  /** Of a send that was made. */
  transactionId: z.nullable(TransactionIdOut),
  /** Of a request that was made. */
  requestId: z.nullable(RequestIdOut),
})

export const ScheduleRow = z.object({
  id: ScheduleIdOut,
  call: z.enum(SCHEDULED_CALLS),
  state: z.enum(SCHEDULE_STATES),
  /** Why it ended; null while it has not, and when its owner cancelled it. */
  endReason: z.nullable(z.enum(SCHEDULE_END_REASONS)),
  /** In cents, for each run. */
  amount: CentsOut,
  currency: CurrencyOut,
  note: z.string(),
  purpose: z.enum(['personal', 'goods']),
  /** Whom it pays, or asks. */
  to: UserIdOut,
  /** Null once that account is closed. */
  fullName: z.nullable(z.string()),
  publicTransactionId: z.nullable(z.string()),
  image: z.nullable(z.string()),
  business: z.boolean(),
  every: z.enum(SCHEDULE_INTERVALS),
  /** Paused by itself, since the proof it was made with counts no more: to resume it takes another one. */
  waitsForProof: z.boolean(),
  /** The zone whose clock and calendar it follows. */
  timeZone: z.string(),
  startAt: TimestampOut,
  /** When it runs next, a retry included; null while it is paused, and once it is over. */
  nextAt: z.nullable(TimestampOut),
  /** The last day on which it may run. */
  until: z.nullable(DayOut),
  /** How often it runs in all. */
  count: z.nullable(z.int()),
  /** How many runs have been made or have failed. */
  runs: z.int(),
  lastResult: z.nullable(ScheduleRun),
  /** What the owner may do now. */
  can: z.object({ pause: z.boolean(), resume: z.boolean(), cancel: z.boolean() }),
  date: TimestampOut,
  /** Rises with each change of the row. */
  version: z.int(),
})
export type Schedule = z.infer<typeof ScheduleRow>

const REFUSED = [
  'senderUnsufficientFunds',
  'limitExceeded',
  'accountRestricted',
  'invalidUser',
  'stepUpRequired',
  'kycRequired',
] as const
const RESTRICTED = ['frozen', 'owes', 'closing', 'approverIsPayee'] as const
const COOLING = ['passwordReset', 'phoneChanged', 'emailChanged', 'factorRemoved']

const oneOf = <Known extends string>(all: readonly Known[], value: string | null): Known | undefined =>
  all.find((known) => known === value)

/** The text that says why a run was not made: what restricted the account then, where that is known. */
export type WhyNotRun =
  | `restricted.${(typeof RESTRICTED)[number] | 'cooling'}`
  | `why.${(typeof REFUSED)[number] | 'other'}`

export const whyNotRun = ({ code, reason }: { code: string | null; reason: string | null }): WhyNotRun => {
  const restriction = reason !== null && COOLING.includes(reason) ? 'cooling' : oneOf(RESTRICTED, reason)
  if (code === 'accountRestricted' && restriction) return `restricted.${restriction}`
  return `why.${oneOf(REFUSED, code === 'emailNotVerified' ? 'kycRequired' : code) ?? 'other'}`
}

const oneSchedule = z.strictObject({ scheduleId: ScheduleIdIn })

const act = { access: 'user', throttle: 'notes', priority: 'lists' } as const

export const schedules = {
  createSchedule: {
    method: 'POST',
    path: '/schedules/create',
    summary: 'Send money or ask for it later: once, or every week, two weeks or month',
    access: 'user',
    /** Of a send. Asking for money takes the contacts only. */
    needs: ['open', 'contacts', 'terms', 'tier1'],
    throttle: 'money',
    priority: 'money',
    stepUp: 'always',
    body: z.strictObject({
      call: z.enum(SCHEDULED_CALLS, 'invalidType'),
      toUser: ToUserIn,
      amount: AmountIn,
      currency: CurrencyIn,
      /** Required of a request, and of a send that pays for goods. */
      note: z.optional(NoteIn),
      purpose: z.optional(z.enum(['personal', 'goods'], 'invalidRequest')),
      /** The first run, not before now and at most `SCHEDULE_MAXIMUM_DAYS` ahead. */
      start: z.iso.datetime({ offset: true, error: 'invalidRequest:start' }),
      /** An IANA name. Later runs keep the time of day of the first one, and a monthly one its day, or the month's last. */
      timeZone: z.string('invalidRequest:timeZone').check(z.regex(/^[\w+/-]{1,64}$/, 'invalidRequest:timeZone')),
      every: z.enum(SCHEDULE_INTERVALS, 'invalidType'),
      /** The last day on which it may run, in its zone; or how often it runs in all. One of the two, or neither. */
      until: z.optional(dayIn('invalidRequest')),
      count: z.optional(
        z
          .int('invalidRequest:count')
          .check(z.gte(1, 'invalidRequest:count'), z.lte(SCHEDULE_MAXIMUM_COUNT, 'invalidRequest:count')),
      ),
    }),
    result: z.object({ scheduleId: ScheduleIdOut, state: z.enum(SCHEDULE_STATES), nextAt: TimestampOut }),
    refuses: [
      'invalidType',
      'invalidAmount',
      'invalidCurrency',
      'invalidNote',
      'invalidTo',
      'userNotFound',
      'invalidUser',
      'limitExceeded',
      'accountRestricted',
      'emailNotVerified',
      'kycRequired',
    ],
  },
  listSchedules: {
    method: 'GET',
    path: '/schedules/list',
    summary: "The caller's schedules, newest first: those that go on, those that are over, or all",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({
      mode: z._default(z.enum(['all', 'current', 'past'], 'invalidType'), 'all'),
      limit: LimitQueryIn,
      last: z.optional(CursorIn),
    }),
    result: z.object({ items: z.array(ScheduleRow), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidType', 'invalidLimit'],
  },
  getSchedule: {
    method: 'GET',
    path: '/schedules/get',
    summary: 'One schedule of the caller',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: oneSchedule,
    result: ScheduleRow,
    refuses: ['notFound'],
  },
  pauseSchedule: {
    ...act,
    method: 'POST',
    path: '/schedules/pause',
    summary: 'Let a schedule rest; what falls due meanwhile is skipped',
    inDoubt: 'served',
    body: oneSchedule,
    result: ScheduleRow,
    refuses: ['notFound'],
  },
  resumeSchedule: {
    ...act,
    method: 'POST',
    path: '/schedules/resume',
    summary: 'Let a paused schedule go on, with the next run that is not past',
    needs: ['open'],
    stepUp: 'whenAsked',
    body: oneSchedule,
    result: ScheduleRow,
    refuses: ['notFound', 'accountRestricted'],
  },
  cancelSchedule: {
    ...act,
    method: 'POST',
    path: '/schedules/cancel',
    summary: 'End a schedule for good',
    inDoubt: 'served',
    body: oneSchedule,
    result: ScheduleRow,
    refuses: ['notFound'],
  },
} as const satisfies Endpoints
