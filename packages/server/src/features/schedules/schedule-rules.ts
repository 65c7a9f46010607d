/** When schedules run, and what follows from a run: pure, so that it holds in a verb, in a job and under the locks of a batch. */
import type { ScheduleEndReason, ScheduleInterval, ScheduleState } from '@puente/contract'
import { momentAt, wallTimeAt } from '#platform/calendar/zone-rules.ts'
import type { LastRun, Plan, Schedule, Standing } from './schedule.ts'

const DAY_MS = 86_400_000
/** How long before a run its owner is told. */
const NOTICE_MS = DAY_MS
/** How late a run may be made after a standstill; later it has failed. */
const LATEST_MS = 3 * DAY_MS

/** By state, where a schedule may go; `active` to itself is a run that is followed by another. */
const SCHEDULE_MOVES: Record<ScheduleState, readonly ScheduleState[]> = {
  active: ['active', 'paused', 'ended', 'cancelled'],
  paused: ['active', 'ended', 'cancelled'],
  ended: [],
  cancelled: [],
}

export const canMove = (from: ScheduleState, to: ScheduleState): boolean => SCHEDULE_MOVES[from].includes(to)

const DAYS: Record<Exclude<ScheduleInterval, 'once' | 'month'>, number> = { week: 7, twoWeeks: 14 }

/** The same day and time of day some months later; the last day where the month has no such day. */
const monthsLater = (wallTime: number, months: number): number => {
  const start = new Date(wallTime)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const later = new Date(wallTime)
  later.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return later.getTime()
}

const dayOf = (wallTime: number): string => new Date(wallTime).toISOString().slice(0, 10)

/**
 * When the nth run is due, counted from 0; null where the plan has none. Counted from the start each time, so that neither a short
 * month nor a change of the clocks moves those after it.
 */
export const occurrenceAt = (plan: Pick<Plan, 'startAt' | 'timeZone' | 'every' | 'untilDay'>, n: number) => {
  const { startAt, timeZone, every, untilDay } = plan
  if (every === 'once' && n > 0) return null
  const start = wallTimeAt(startAt, timeZone)
  const wallTime =
    every === 'once' ? start : every === 'month' ? monthsLater(start, n) : start + n * DAYS[every] * DAY_MS
  if (untilDay !== null && dayOf(wallTime) > untilDay) return null
  return n === 0 ? startAt : momentAt(wallTime, timeZone)
}

type Occurrence = Pick<Standing, 'occurrence' | 'dueAt'>

/** The first run from this one on that is later than `at`; null where the plan has none. */
const firstAfter = (plan: Plan, from: number, at: Date): Occurrence | null => {
  for (let n = from; ; n += 1) {
    const dueAt = occurrenceAt(plan, n)
    if (dueAt === null) return null
    if (dueAt > at) return { occurrence: n, dueAt }
  }
}

/** Of the runs that are due the last one: of several that were missed only this one is made. Null while none is due. */
export const lastDue = (schedule: Schedule, at: Date): Occurrence | null => {
  if (schedule.dueAt > at) return null
  let due: Occurrence = schedule
  for (let n = schedule.occurrence + 1; ; n += 1) {
    const dueAt = occurrenceAt(schedule, n)
    if (dueAt === null || dueAt > at) return { occurrence: due.occurrence, dueAt: due.dueAt }
    due = { occurrence: n, dueAt }
  }
}

/** No notice of what was only just arranged. */
const noticeOf = (dueAt: Date, at: Date): Date | null => {
  const notice = new Date(dueAt.getTime() - NOTICE_MS)
  return notice > at ? notice : null
}

/** A new schedule; `startAt` may be past by the time that it took to send it. */
export const begun = (startAt: Date, at: Date): Omit<Standing, 'provedAt'> => ({
  state: 'active',
  endReason: null,
  waitsForProof: false,
  occurrence: 0,
  dueAt: startAt,
  noticeAt: noticeOf(startAt, at),
  retryAt: null,
  runs: 0,
  last: null,
})

const RESTING = { noticeAt: null, retryAt: null } as const

/** Over for good. */
export const ended = (schedule: Schedule, endReason: ScheduleEndReason): Schedule => ({
  ...schedule,
  ...RESTING,
  state: 'ended',
  endReason,
  waitsForProof: false,
})

export const cancelled = (schedule: Schedule): Schedule => ({
  ...schedule,
  ...RESTING,
  state: 'cancelled',
  waitsForProof: false,
})

export const paused = (schedule: Schedule, waitsForProof = false): Schedule => ({
  ...schedule,
  ...RESTING,
  state: 'paused',
  waitsForProof,
})

/** Whether a run is left that is not past. */
export const hasNext = (schedule: Schedule, at: Date): boolean => firstAfter(schedule, schedule.occurrence, at) !== null

/** Goes on with the first run that is not past; null where none is left, so that it ends only by its owner's word. */
export const resumed = (schedule: Schedule, at: Date): Schedule | null => {
  const next = firstAfter(schedule, schedule.occurrence, at)
  if (next === null) return null
  return {
    ...schedule,
    ...next,
    state: 'active',
    waitsForProof: false,
    noticeAt: noticeOf(next.dueAt, at),
    retryAt: null,
  }
}

export type Run = Occurrence & { at: Date }
/** Why a run was not made. */
export type Refused = { code: string; details?: Readonly<Record<string, unknown>> | undefined }
export type RunResult = { outcome: 'made'; madeId: string | null } | ({ outcome: 'failed' } & Refused)

const saidOf = ({ code, details }: Refused): Pick<LastRun, 'code' | 'reason'> => ({
  code,
  reason: typeof details?.['reason'] === 'string' ? details['reason'] : null,
})

/** After a run that counts: the next one, or the end. */
export const afterRun = (schedule: Schedule, { occurrence, dueAt, at }: Run, result: RunResult): Schedule => {
  const runs = schedule.runs + 1
  const last = {
    dueAt,
    at,
    outcome: result.outcome,
    ...(result.outcome === 'failed' ? saidOf(result) : { code: null, reason: null }),
    madeId: result.outcome === 'made' ? result.madeId : null,
  }
  const ran: Schedule = { ...schedule, occurrence, dueAt, runs, last, ...RESTING }
  const next = runs === schedule.maxRuns ? null : firstAfter(schedule, occurrence + 1, at)
  return next === null ? ended(ran, 'done') : { ...ran, ...next, noticeAt: noticeOf(next.dueAt, at) }
}

/** Refused for the first time: it is tried once more. */
const toRetry = (schedule: Schedule, { occurrence, dueAt, at }: Run, refused: Refused, retryAt: Date): Schedule => ({
  ...schedule,
  occurrence,
  dueAt,
  noticeAt: null,
  retryAt,
  last: { dueAt, at, outcome: 'retrying', ...saidOf(refused), madeId: null },
})

/** A refusal that keeps the run from being made at all, without the run being counted. */
const stopped = (schedule: Schedule, { occurrence, dueAt, at }: Run, refused: Refused): Schedule => ({
  ...schedule,
  occurrence,
  dueAt,
  last: { dueAt, at, outcome: 'failed', ...saidOf(refused), madeId: null },
})

export const noticed = (schedule: Schedule): Schedule => ({ ...schedule, noticeAt: null })

/** When there is something to do about it next; null where there never is. */
export const alarmAt = ({ state, noticeAt, retryAt, dueAt }: Schedule): Date | null =>
  state === 'active' ? (retryAt ?? noticeAt ?? dueAt) : null

/** When it runs next, a second try included; null while it does not. */
export const nextAt = ({ state, retryAt, dueAt }: Schedule): Date | null =>
  state === 'active' ? (retryAt ?? dueAt) : null

/** What is to be done now. */
export type Turn =
  | { turn: 'run'; run: Run; attempt: 0 | 1 }
  | { turn: 'tooLate'; run: Run }
  | { turn: 'notice' }
  | { turn: 'wait' }

const isTooLate = (meantFor: Date, at: Date): boolean => at.getTime() - meantFor.getTime() > LATEST_MS

export const turnOf = (schedule: Schedule, at: Date): Turn => {
  if (schedule.state !== 'active') return { turn: 'wait' }
  const due = lastDue(schedule, at)
  if (due === null) return schedule.noticeAt !== null && schedule.noticeAt <= at ? { turn: 'notice' } : { turn: 'wait' }
  const isRetry = schedule.retryAt !== null && due.occurrence === schedule.occurrence
  const meantFor = isRetry ? (schedule.retryAt ?? due.dueAt) : due.dueAt
  if (meantFor > at) return { turn: 'wait' }
  const run = { ...due, at }
  return isTooLate(meantFor, at) ? { turn: 'tooLate', run } : { turn: 'run', run, attempt: isRetry ? 1 : 0 }
}

/** Refusals after which the payee can be paid no more. */
const PAYEE_GONE: readonly string[] = ['invalidUser', 'userNotFound']

const timeIn = (details: Readonly<Record<string, unknown>>, name: string): Date | null => {
  const value = details[name]
  return typeof value === 'string' ? new Date(value) : null
}

/**
 * When a refused run is tried again: when the limit lets something through or the restriction ends, else at the same time of the
 * next day; null where the run after it would come first.
 */
const retryAtOf = (schedule: Schedule, { occurrence, dueAt, at }: Run, details: Readonly<Record<string, unknown>>) => {
  const told = timeIn(details, 'freesAt') ?? timeIn(details, 'until')
  const nextDay = momentAt(wallTimeAt(dueAt, schedule.timeZone) + DAY_MS, schedule.timeZone)
  const again = told !== null && told > at ? told : nextDay > at ? nextDay : new Date(at.getTime() + DAY_MS)
  const following = occurrenceAt(schedule, occurrence + 1)
  const isBefore = following === null || again < following
  return isBefore ? again : null
}

/** What follows from a refusal of a run, by its code. */
export const afterRefusal = (schedule: Schedule, run: Run, attempt: 0 | 1, refused: Refused): Schedule => {
  const { code, details = {} } = refused
  if (PAYEE_GONE.includes(code)) return ended(stopped(schedule, run, refused), 'payeeUnavailable')
  if (code === 'accountRestricted' && details['reason'] === 'closed')
    return ended(stopped(schedule, run, refused), 'accountClosed')
  if (code === 'stepUpRequired') return paused(stopped(schedule, run, refused), true)
  const retryAt = attempt === 0 ? retryAtOf(schedule, run, details) : null
  return retryAt === null
    ? afterRun(schedule, run, { outcome: 'failed', ...refused })
    : toRetry(schedule, run, refused, retryAt)
}
