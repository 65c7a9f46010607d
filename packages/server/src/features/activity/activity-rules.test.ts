import { expect, test } from 'vitest'
import { searchMeaning } from './activity-rules.ts'

test.each([
  ['25', '25'],
  ['$25.00', '25.00'],
  ['1,250', '1250'],
  ['1,250.5', '1250.5'],
  ['12,5', '12.5'],
  ['.50', '.50'],
  ['lunch 25', null],
  ['25.001', null],
  ['.', null],
])('as part of an amount "%s" is %s', (text, part) => {
  expect(searchMeaning(text)).toEqual({ amountPart: part, states: [] })
})

test('a search may mean a state', () => {
  expect(searchMeaning('On Hold')).toEqual({ amountPart: null, states: ['ON HOLD'] })
  expect(searchMeaning('lunch')).toEqual({ amountPart: null, states: [] })
})
