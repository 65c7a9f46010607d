import { expect, test } from 'vitest'
import { isoOf, monthNames, partsOf, partsOrder } from './iso-day.ts'

test('a day goes to parts and back unchanged', () => {
  for (const day of ['2000-01-01', '1999-12-31', '2024-02-29', '1970-06-05']) expect(isoOf(partsOf(day))).toBe(day)
})

test('days no calendar has are refused', () => {
  for (const [year, month, day] of [
    ['2023', '2', '29'],
    ['1900', '2', '29'],
    ['2024', '4', '31'],
    ['2024', '13', '1'],
    ['2024', '1', '0'],
    ['24', '1', '1'],
  ] as const) {
    expect(isoOf({ year, month, day })).toBeNull()
  }
})

test('the parts stand in the order of the language and the months bear its names', () => {
  expect(partsOrder('en-US')).toEqual(['month', 'day', 'year'])
  expect(partsOrder('es')).toEqual(['day', 'month', 'year'])
  expect(partsOrder('ko')).toEqual(['year', 'month', 'day'])
  expect(monthNames('es')[1]).toBe('febrero')
  expect(monthNames('ko')).toHaveLength(12)
})
