import { SCHEDULE_INTERVALS, SCHEDULE_STATES } from '@puente/contract'
import { expect, test } from 'vitest'
import type { Schedule } from './schedule.ts'
import {
  afterRefusal,
  afterRun,
  begun,
  cancelled,
  canMove,
  ended,
  lastDue,
  occurrenceAt,
  paused,
  resumed,
  turnOf,
} from './schedule-rules.ts'

const NEW_YORK = 'America/New_York'
const at = (text: string) => new Date(text)

const aSchedule = (change: Partial<Schedule> = {}): Schedule => {
  const startAt = change.startAt ?? at('2026-03-02T14:00:00Z')
  return {
    ownerId: 'a',
    scheduleId: 'b',
    startAt,
    timeZone: NEW_YORK,
    every: 'week',
    untilDay: null,
    maxRuns: null,
    call: 'sendInApp',
    payeeId: 'c',
    amountCents: 100n,
    note: '',
    purpose: 'personal',
    ...begun(startAt, at('2026-02-01T00:00:00Z')),
    provedAt: null,
    version: 1,
    createdAt: at('2026-02-01T00:00:00Z'),
    ...change,
  }
}

const times = (plan: Pick<Schedule, 'startAt' | 'timeZone' | 'every' | 'untilDay'>, count: number) =>
  Array.from({ length: count }, (_, n) => occurrenceAt(plan, n)?.toISOString() ?? null)

test('a monthly schedule of the 31st runs on the last day of shorter months, and on the 31st again afterwards', () => {
  const plan = { startAt: at('2027-12-31T15:00:00Z'), timeZone: NEW_YORK, every: 'month', untilDay: null } as const
  // 2028 is a leap year; from March to November New York is an hour closer to UTC.
  expect(times(plan, 6)).toEqual([
    '2027-12-31T15:00:00.000Z',
    '2028-01-31T15:00:00.000Z',
    '2028-02-29T15:00:00.000Z',
    '2028-03-31T14:00:00.000Z',
    '2028-04-30T14:00:00.000Z',
    '2028-05-31T14:00:00.000Z',
  ])
  const inCommonYear = { ...plan, startAt: at('2027-01-31T15:00:00Z') }
  expect(times(inCommonYear, 3).at(1)).toBe('2027-02-28T15:00:00.000Z')
})

test('the time of day stays when the clocks change: what is skipped comes an hour later, what comes twice runs the first time', () => {
  const weekly = { timeZone: NEW_YORK, every: 'week', untilDay: null } as const
  // 02:30, which the night of 8 March 2026 has not.
  expect(times({ ...weekly, startAt: at('2026-03-01T07:30:00Z') }, 3)).toEqual([
    '2026-03-01T07:30:00.000Z',
    '2026-03-08T07:30:00.000Z',
    '2026-03-15T06:30:00.000Z',
  ])
  // 01:30, which the night of 1 November 2026 has twice.
  expect(times({ ...weekly, startAt: at('2026-10-25T05:30:00Z') }, 3)).toEqual([
    '2026-10-25T05:30:00.000Z',
    '2026-11-01T05:30:00.000Z',
    '2026-11-08T06:30:00.000Z',
  ])
})

test('every interval ends with its last day, in the zone of the schedule; once is once', () => {
  const plan = { startAt: at('2026-06-01T03:00:00Z'), timeZone: NEW_YORK, untilDay: '2026-06-14' }
  // In New York the first run is on 31 May.
  expect(SCHEDULE_INTERVALS.map((every) => times({ ...plan, every }, 4).filter((one) => one !== null).length)).toEqual([
    1, 3, 2, 1,
  ])
})

test('of several missed runs the last one is made, up to three days late, and the next one is not past', () => {
  const schedule = aSchedule()
  expect(lastDue(schedule, at('2026-03-02T13:59:59Z'))).toBeNull()
  expect(turnOf(schedule, at('2026-03-25T00:00:00Z'))).toMatchObject({
    turn: 'run',
    attempt: 0,
    run: { occurrence: 3, dueAt: at('2026-03-23T13:00:00Z') },
  })
  const late = turnOf(schedule, at('2026-03-29T00:00:00Z'))
  expect(late).toMatchObject({ turn: 'tooLate', run: { occurrence: 3 } })
  if (late.turn !== 'tooLate') return
  expect(afterRun(schedule, late.run, { outcome: 'failed', code: 'serviceUnavailable' })).toMatchObject({
    occurrence: 4,
    dueAt: at('2026-03-30T13:00:00Z'),
    runs: 1,
    // It is less than a day off.
    noticeAt: at('2026-03-29T13:00:00Z'),
  })
})

test('a refused run is tried once more: when the limit lets it through, else the next day, and never after the next run', () => {
  const schedule = aSchedule()
  const run = { occurrence: 0, dueAt: schedule.dueAt, at: at('2026-03-02T14:00:10Z') }
  const funds = afterRefusal(schedule, run, 0, { code: 'senderUnsufficientFunds' })
  expect(funds).toMatchObject({ state: 'active', runs: 0, retryAt: at('2026-03-03T14:00:00Z') })
  const again = { ...run, at: at('2026-03-03T14:00:10Z') }
  expect(turnOf(funds, again.at)).toMatchObject({ turn: 'run', attempt: 1, run: { occurrence: 0 } })
  expect(afterRefusal(funds, again, 1, { code: 'senderUnsufficientFunds' })).toMatchObject({
    occurrence: 1,
    runs: 1,
    retryAt: null,
    last: { outcome: 'failed', code: 'senderUnsufficientFunds' },
  })
  const freesAt = '2026-03-04T09:00:00.000Z'
  const limit = { code: 'limitExceeded', details: { freesAt } }
  expect(afterRefusal(schedule, run, 0, limit).retryAt).toEqual(at(freesAt))
  const tooFar = { code: 'limitExceeded', details: { freesAt: '2026-03-10T00:00:00.000Z' } }
  expect(afterRefusal(schedule, run, 0, tooFar)).toMatchObject({ occurrence: 1, last: { outcome: 'failed' } })
})

test('a payee who is gone ends a schedule, and so does a closed account; a proof that counts no more pauses it', () => {
  const schedule = aSchedule()
  const run = { occurrence: 0, dueAt: schedule.dueAt, at: schedule.dueAt }
  const after = (code: string, details = {}) => afterRefusal(schedule, run, 0, { code, details })
  expect(after('invalidUser')).toMatchObject({ state: 'ended', endReason: 'payeeUnavailable' })
  expect(after('userNotFound')).toMatchObject({ state: 'ended', endReason: 'payeeUnavailable' })
  expect(after('accountRestricted', { reason: 'closed' })).toMatchObject({ state: 'ended', endReason: 'accountClosed' })
  expect(after('accountRestricted', { reason: 'frozen' })).toMatchObject({
    state: 'active',
    last: { outcome: 'retrying', code: 'accountRestricted', reason: 'frozen' },
  })
  expect(after('stepUpRequired')).toMatchObject({ state: 'paused', waitsForProof: true, runs: 0 })
})

test('a count ends a schedule, and a paused one goes on with the first run that is not past, or stays paused without one', () => {
  const twice = aSchedule({ maxRuns: 2 })
  const made = { outcome: 'made', madeId: null } as const
  const first = afterRun(twice, { occurrence: 0, dueAt: twice.dueAt, at: twice.dueAt }, made)
  expect(first).toMatchObject({ state: 'active', runs: 1 })
  expect(afterRun(first, { occurrence: 1, dueAt: first.dueAt, at: first.dueAt }, made)).toMatchObject({
    state: 'ended',
    endReason: 'done',
    runs: 2,
  })
  expect(resumed(paused(twice), at('2026-03-17T00:00:00Z'))).toMatchObject({
    state: 'active',
    occurrence: 3,
    dueAt: at('2026-03-23T13:00:00Z'),
  })
  expect(resumed(paused(aSchedule({ every: 'once' })), at('2026-03-17T00:00:00Z'))).toBeNull()
})

test('every edge of the states is reached by what is done to a schedule, and there is no other', () => {
  const now = at('2026-03-02T14:00:10Z')
  const run = { occurrence: 0, dueAt: at('2026-03-02T14:00:00Z'), at: now }
  const acts: ((schedule: Schedule) => Schedule)[] = [
    (schedule) => afterRun(schedule, run, { outcome: 'made', madeId: null }),
    (schedule) => afterRefusal(schedule, run, 0, { code: 'senderUnsufficientFunds' }),
    (schedule) => afterRefusal(schedule, run, 0, { code: 'invalidUser' }),
    (schedule) => paused(schedule),
    (schedule) => resumed(schedule, now) ?? schedule,
    (schedule) => cancelled(schedule),
    (schedule) => ended(schedule, 'accountClosed'),
  ]
  const byState = {
    active: [0, 1, 2, 3, 5, 6],
    paused: [4, 5, 6],
    ended: [],
    cancelled: [],
  } as const
  for (const from of SCHEDULE_STATES) {
    const reached = new Set(byState[from].map((n) => acts[n]?.(aSchedule({ state: from })).state))
    for (const to of SCHEDULE_STATES) expect(reached.has(to), `${from} to ${to}`).toBe(canMove(from, to))
  }
})
