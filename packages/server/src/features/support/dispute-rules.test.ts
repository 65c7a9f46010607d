import { DISPUTE_STATES, TICKET_STATES } from '@puente/contract'
import { expect, test } from 'vitest'
import { momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import type { Dispute } from './dispute.ts'
import {
  alarmAt,
  canCredit,
  canMoveDispute,
  credited,
  deadlineOf,
  deadlinesOf,
  endedWithout,
  investigated,
  isOpenDispute,
  lateOf,
  opened,
  reportableUntil,
  resolvedFor,
  takenBack,
  turnOf,
} from './dispute-rules.ts'
import { canMoveTicket } from './ticket-rules.ts'

const at = (day: string, time = '10:00') => momentInNewYork(day, time)
const dispute = (change: Partial<Dispute> = {}): Dispute => ({
  ...opened({
    ownerId: 'o',
    disputeId: 'd',
    movementId: 'm',
    ticketId: 't',
    reference: 'PU-1',
    kind: 'unauthorised',
    amountCents: 50_00n,
    ...deadlinesOf(at('2026-11-24'), { movedAt: at('2026-11-20'), firstCreditAt: at('2026-01-05') }),
    creditDue: true,
    createdAt: at('2026-11-24'),
  }),
  ...change,
})

test('a dispute moves between its states in exactly these ways, and four states are final', () => {
  const moves = DISPUTE_STATES.flatMap((from) =>
    DISPUTE_STATES.filter((to) => canMoveDispute(from, to)).map((to) => `${from} > ${to}`),
  )
  expect(moves).toEqual([
    'opened > investigating',
    'opened > provisionalCredit',
    'opened > resolvedForUser',
    'opened > resolvedAgainst',
    'opened > withdrawn',
    'investigating > provisionalCredit',
    'investigating > resolvedForUser',
    'investigating > resolvedAgainst',
    'investigating > withdrawn',
    'provisionalCredit > resolvedForUser',
    'provisionalCredit > resolvedAgainst',
    'provisionalCredit > withdrawn',
    'provisionalCredit > cameBack',
  ])
  expect(DISPUTE_STATES.filter((state) => !isOpenDispute(state))).toEqual([
    'resolvedForUser',
    'resolvedAgainst',
    'withdrawn',
    'cameBack',
  ])
})

test('a ticket goes anywhere but from closed to closed', () => {
  const refused = TICKET_STATES.flatMap((from) =>
    TICKET_STATES.filter((to) => !canMoveTicket(from, to)).map((to) => `${from} > ${to}`),
  )
  expect(refused).toEqual(['closed > closed'])
})

test('ten business days leave out weekends and holidays, and 45 days leave out nothing', () => {
  // Thanksgiving and two weekends lie between.
  expect(deadlinesOf(at('2026-11-24'), { movedAt: at('2026-11-20'), firstCreditAt: at('2026-01-05') })).toEqual({
    answerDay: '2026-12-09',
    finalDay: '2027-01-08',
  })
  // Late in the evening it is still that day in New York, and a report of a Saturday counts from Monday on.
  expect(
    deadlinesOf(at('2026-11-24', '23:30'), { movedAt: at('2026-11-20'), firstCreditAt: at('2026-01-05') }).answerDay,
  ).toBe('2026-12-09')
  expect(deadlinesOf(at('2026-11-28'), { movedAt: at('2026-11-20'), firstCreditAt: at('2026-01-05') }).answerDay).toBe(
    '2026-12-11',
  )
})

test('a movement within thirty days of the first deposit has twenty business days and 90 days', () => {
  const first = at('2026-11-01')
  expect(deadlinesOf(at('2026-11-24'), { movedAt: at('2026-11-30'), firstCreditAt: first })).toEqual({
    answerDay: '2026-12-23',
    finalDay: '2027-02-22',
  })
  expect(deadlinesOf(at('2026-12-05'), { movedAt: at('2026-12-03'), firstCreditAt: first }).finalDay).toBe('2027-01-19')
})

test('a movement can be disputed for 120 days, which is never less than 60 after the statement of its month', () => {
  expect(reportableUntil(at('2026-11-01'))).toBe('2027-03-01')
  expect(reportableUntil(at('2026-11-30', '23:59'))).toBe('2027-03-30')
  expect(reportableUntil(at('2026-12-31'))).toBe('2027-04-30')
})

test('up to $50.00 of a credit may be held back where it was not the owner, nothing where it was, and any part where the law asks for no credit', () => {
  const amounts = [0n, 1n, 49_99n, 50_00n, 99_99n, 100_00n, 100_01n]
  const allowed = (change: Partial<Dispute>) =>
    amounts.filter((cents) => canCredit(dispute({ amountCents: 100_00n, ...change }), cents))
  expect(allowed({ kind: 'unauthorised' })).toEqual([50_00n, 99_99n, 100_00n])
  expect(allowed({ kind: 'wrongAmount' })).toEqual([100_00n])
  expect(allowed({ kind: 'wrongAmount', creditDue: false })).toEqual([1n, 49_99n, 50_00n, 99_99n, 100_00n])
  expect(allowed({ kind: 'unauthorised', amountCents: 50_00n })).toEqual([1n, 49_99n, 50_00n])
})

test('operators are told from two business days before, the amount is credited at noon of the last day, and a missed day is told', () => {
  const one = dispute()
  expect(alarmAt(one)).toEqual(at('2026-12-07', '09:00'))
  expect(turnOf(one, at('2026-12-04'))).toEqual({ does: null, warn: null })
  expect(turnOf(one, at('2026-12-07'))).toEqual({ does: null, warn: 'near' })
  expect(turnOf({ ...one, warnedDay: '2026-12-07' }, at('2026-12-07', '15:00'))).toEqual({ does: null, warn: null })
  expect(turnOf(one, at('2026-12-09', '11:59')).does).toBeNull()
  expect(turnOf(one, at('2026-12-09', '12:00'))).toEqual({ does: 'credit', warn: 'near' })
  expect(turnOf(one, at('2026-12-12'))).toEqual({ does: 'credit', warn: 'missed' })
})

test('we are late from the end of a day on, in New York, by which there was neither an answer nor a credit', () => {
  const one = dispute()
  const there = { state: 'COMPLETED' } as const
  expect(lateOf(one, there, at('2026-12-09', '23:59'))).toBeNull()
  expect(lateOf(one, there, at('2026-12-10', '03:00'))).toBe('answer')
  expect(lateOf(one, there, at('2027-01-09'))).toBe('final')
  expect(lateOf(credited(one, 'credit', 50_00n, at('2026-12-09')), there, at('2027-01-08'))).toBeNull()
  expect(lateOf(credited(one, 'credit', 50_00n, at('2026-12-09')), there, at('2027-01-09'))).toBe('final')
  expect(lateOf(dispute({ creditDue: false }), there, at('2027-01-08'))).toBeNull()
  // Of what was canceled nothing can be credited.
  expect(lateOf(one, { state: 'CANCELLED' }, at('2027-01-08'))).toBeNull()
  expect(lateOf(endedWithout(one, 'resolvedAgainst', at('2027-02-01')), there, at('2027-02-02'))).toBeNull()
})

test('without a verified identity nothing is credited, and we answer within the 45 days', () => {
  const one = dispute({ creditDue: false })
  expect(deadlineOf(one)).toBe('2027-01-08')
  expect(turnOf(one, at('2026-12-12'))).toEqual({ does: null, warn: null })
  expect(turnOf(one, at('2027-01-09'))).toEqual({ does: null, warn: 'missed' })
})

test('a credit waits for the answer; ended without an error it goes back at noon five business days later', () => {
  const given = credited(investigated(dispute(), at('2026-11-30')), 'credit', 50_00n, at('2026-12-09'))
  expect(deadlineOf(given)).toBe('2027-01-08')
  expect(turnOf(given, at('2027-01-09'))).toEqual({ does: null, warn: 'missed' })
  const ended = endedWithout(given, 'resolvedAgainst', at('2026-12-18'))
  // Christmas is a holiday.
  expect(ended.credit).toMatchObject({ state: 'toTakeBack', takeBackDay: '2026-12-28' })
  expect(turnOf(ended, at('2026-12-28', '11:00')).does).toBeNull()
  expect(turnOf(ended, at('2026-12-28', '12:00'))).toEqual({ does: 'takeBack', warn: null })
  const back = takenBack(ended, 30_00n, at('2026-12-28', '12:00'))
  expect(back.credit).toMatchObject({ state: 'takenBack', takenCents: 30_00n, owedCents: 20_00n })
  expect(alarmAt(back)).toBeNull()
  expect(back.timeline.map(({ step }) => step)).toEqual([
    'opened',
    'investigating',
    'provisionalCredit',
    'resolvedAgainst',
    'creditTakenBack',
  ])
})

test('decided for its owner a credit is final, and nothing is due any more', () => {
  const given = credited(dispute(), 'credit', 50_00n, at('2026-12-09'))
  expect(resolvedFor(given, 'other', at('2026-12-10')).credit).toMatchObject({ state: 'final', movementId: 'credit' })
  expect(resolvedFor(dispute(), 'other', at('2026-12-01')).credit).toMatchObject({
    state: 'final',
    movementId: 'other',
  })
  expect(alarmAt(resolvedFor(given, 'other', at('2026-12-10')))).toBeNull()
  const inPart = credited(dispute(), 'credit', 10_00n, at('2026-12-09'))
  expect(resolvedFor(inPart, 'rest', at('2026-12-10')).credit).toMatchObject({ state: 'final', movementId: 'credit' })
  const back = takenBack(endedWithout(inPart, 'resolvedAgainst', at('2026-12-10')), 4_00n, at('2026-12-17'))
  expect(back.credit).toMatchObject({ takenCents: 4_00n, owedCents: 6_00n })
})
