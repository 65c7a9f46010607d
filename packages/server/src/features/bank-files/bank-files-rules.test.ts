import { expect, test } from 'vitest'
import { fundingOf, isAnswerOverdue, isFileDue, modifierAfter, referenceOf } from './bank-files-rules.ts'

const at = (text: string) => new Date(`${text}:00-05:00`)
const waiting = (oldest: string, newest: string) => ({
  count: 2,
  totalCents: 100n,
  oldestAt: at(oldest),
  newestAt: at(newest),
})

test('a file is closed once nothing has come for two minutes, and after an hour however much still comes', () => {
  const now = at('2026-11-23T16:10')
  expect(isFileDue(waiting('2026-11-23T16:00', '2026-11-23T16:09'), now)).toBe(false)
  expect(isFileDue(waiting('2026-11-23T16:00', '2026-11-23T16:08'), now)).toBe(true)
  expect(isFileDue(waiting('2026-11-23T15:10', '2026-11-23T16:10'), now)).toBe(true)
})

test('a day has thirty-six names for files, each of eight characters', () => {
  const names = Array.from({ length: 37 }, (_, files) => modifierAfter(files))
  expect([new Set(names).size, names.at(-1), names[0], names[35]]).toEqual([37, null, 'A', '9'])
  expect(referenceOf('2026-11-23', 'B')).toBe('P261123B')
})

test.each([
  ['2026-11-23T09:00', 100n, 0n, 'covered'],
  ['2026-11-23T09:00', 99n, 0n, 'short'],
  ['2026-11-23T09:00', 150n, 51n, 'short'],
  ['2026-11-23T09:00', -1n, 0n, 'short'],
  // The Friday before is the last banking day before this Monday.
  ['2026-11-20T18:00', 100n, 0n, 'covered'],
  ['2026-11-19T18:00', 100n, 0n, 'oldBalance'],
] as const)(
  'a balance of %s, %s cents less %s promised, is %s for 100 on a Monday',
  (when, cents, promised, funding) => {
    const needed = { totalCents: 100n, promisedCents: promised, at: at('2026-11-23T16:05') }
    expect(fundingOf({ cents, at: at(when) }, needed)).toBe(funding)
    expect(fundingOf(null, needed)).toBe('noBalance')
  },
)

test('the bank has until nine on the morning of the next banking day to answer', () => {
  expect(isAnswerOverdue('2026-11-25', at('2026-11-27T08:59'))).toBe(false)
  // Thanksgiving is no banking day, the Friday after it is.
  expect(isAnswerOverdue('2026-11-25', at('2026-11-26T12:00'))).toBe(false)
  expect(isAnswerOverdue('2026-11-25', at('2026-11-27T09:00'))).toBe(true)
  expect(isAnswerOverdue('2026-11-25', at('2026-11-28T00:00'))).toBe(true)
})
