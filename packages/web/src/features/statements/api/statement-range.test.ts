import { expect, test } from 'vitest'
import { daysOf, daysTrouble, monthsOf } from './statement-range.ts'

test('a span is its days up to today, across the turn of a year and in February', () => {
  expect(daysOf('thisMonth', '2026-03-31')).toEqual({ fromDate: '2026-03-01', toDate: '2026-03-31' })
  expect(daysOf('lastMonth', '2026-01-15')).toEqual({ fromDate: '2025-12-01', toDate: '2025-12-31' })
  expect(daysOf('lastMonth', '2024-03-01')).toEqual({ fromDate: '2024-02-01', toDate: '2024-02-29' })
  expect(daysOf('thisYear', '2026-03-31')).toEqual({ fromDate: '2026-01-01', toDate: '2026-03-31' })
  expect(daysOf('custom', '2026-03-31')).toBeNull()
})

test('chosen days have an order, at most a leap year between them, and are not ahead', () => {
  expect(daysTrouble({ fromDate: '', toDate: '2026-03-31' }, '2026-04-01')).toBe('missing')
  expect(daysTrouble({ fromDate: '2026-04-01', toDate: '2026-03-31' }, '2026-04-01')).toBe('wrongOrder')
  expect(daysTrouble({ fromDate: '2026-03-31', toDate: '2026-03-31' }, '2026-04-01')).toBeNull()
  expect(daysTrouble({ fromDate: '2024-01-01', toDate: '2024-12-31' }, '2026-04-01')).toBeNull()
  expect(daysTrouble({ fromDate: '2024-01-01', toDate: '2025-01-01' }, '2026-04-01')).toBe('tooLong')
  expect(daysTrouble({ fromDate: '2026-04-01', toDate: '2026-04-01' }, '2026-04-01')).toBeNull()
  expect(daysTrouble({ fromDate: '2026-04-01', toDate: '2026-04-02' }, '2026-04-01')).toBe('ahead')
})

test('days are told month by month, the first and the last as far as they were chosen', () => {
  expect(monthsOf({ fromDate: '2025-12-15', toDate: '2026-02-03' })).toEqual([
    { fromDate: '2025-12-15', toDate: '2025-12-31' },
    { fromDate: '2026-01-01', toDate: '2026-01-31' },
    { fromDate: '2026-02-01', toDate: '2026-02-03' },
  ])
  expect(monthsOf({ fromDate: '2026-02-01', toDate: '2026-02-28' })).toHaveLength(1)
})
