import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  batchDayOf,
  expectedDays,
  isBankingDay,
  momentInNewYork,
  newYorkTime,
  plusBankingDays,
} from './bank-days-rules.ts'

const CUTOFF = '16:00'
const anyMoment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2031-12-31T00:00:00Z'),
  noInvalidDate: true,
})

test('the holidays of 2026 and 2027 are those that the Federal Reserve publishes', () => {
  const closed = `
    2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
    2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25`
  const weekdays: string[] = []
  for (let at = Date.parse('2026-01-01'); at < Date.parse('2028-01-01'); at += 86_400_000) {
    const date = new Date(at)
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) weekdays.push(date.toISOString().slice(0, 10))
  }
  expect(weekdays.filter((day) => !isBankingDay(day))).toEqual(closed.trim().split(/\s+/))
})

test('a holiday on a Saturday is not moved, one on a Sunday moves to Monday', () => {
  // 4 July 2026, 19 June 2027 and Christmas 2027 are Saturdays.
  expect(['2026-07-03', '2027-06-18', '2027-12-24'].every(isBankingDay)).toBe(true)
  expect(isBankingDay('2027-07-05')).toBe(false)
  expect(isBankingDay('2028-01-01')).toBe(false)
  expect(isBankingDay('2023-01-02')).toBe(false)
})

test('asked for on Friday before Thanksgiving at 15:00, money is expected from Wednesday to the Friday after it', () => {
  const at = momentInNewYork('2026-11-20', '15:00')
  expect(at.toISOString()).toBe('2026-11-20T20:00:00.000Z')
  expect(expectedDays(batchDayOf(at, CUTOFF))).toEqual({ from: '2026-11-25', to: '2026-11-27' })
})

test('at the cut-off a request goes with the next batch; a minute earlier with that of the day', () => {
  expect(batchDayOf(momentInNewYork('2026-11-20', '15:59'), CUTOFF)).toBe('2026-11-20')
  expect(batchDayOf(momentInNewYork('2026-11-20', '16:00'), CUTOFF)).toBe('2026-11-23')
  expect(batchDayOf(momentInNewYork('2026-11-21', '09:00'), CUTOFF)).toBe('2026-11-23')
  expect(batchDayOf(momentInNewYork('2026-11-25', '17:00'), CUTOFF)).toBe('2026-11-27')
})

test('the cut-off follows the clock of New York over both changes of its time', () => {
  // Friday before and Monday after 8 March and 1 November 2026.
  expect(momentInNewYork('2026-03-06', CUTOFF).toISOString()).toBe('2026-03-06T21:00:00.000Z')
  expect(momentInNewYork('2026-03-09', CUTOFF).toISOString()).toBe('2026-03-09T20:00:00.000Z')
  expect(momentInNewYork('2026-10-30', CUTOFF).toISOString()).toBe('2026-10-30T20:00:00.000Z')
  expect(momentInNewYork('2026-11-02', CUTOFF).toISOString()).toBe('2026-11-02T21:00:00.000Z')
})

test('late in the evening in New York it is still that day, although it is the next one elsewhere', () => {
  expect(newYorkTime(new Date('2026-07-02T03:30:00Z'))).toEqual({ day: '2026-07-01', time: '23:30' })
})

test('whatever the moment, batch and expected days are banking days in their order, and a later request is never earlier', () => {
  fc.assert(
    fc.property(anyMoment, fc.integer({ min: 0, max: 10 * 86_400_000 }), (at, later) => {
      const batchDay = batchDayOf(at, CUTOFF)
      const { from, to } = expectedDays(batchDay)
      expect([batchDay, from, to].every(isBankingDay)).toBe(true)
      expect(newYorkTime(at).day <= batchDay && batchDay < from && from < to).toBe(true)
      expect(batchDay <= batchDayOf(new Date(at.getTime() + later), CUTOFF)).toBe(true)
    }),
  )
})

test('of the days that are counted each is a banking day, and none between them is left out', () => {
  fc.assert(
    fc.property(anyMoment, fc.integer({ min: 1, max: 20 }), (at, count) => {
      const { day } = newYorkTime(at)
      expect(plusBankingDays(plusBankingDays(day, count), 1)).toBe(plusBankingDays(day, count + 1))
    }),
  )
})
