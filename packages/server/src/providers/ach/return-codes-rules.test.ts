import { expect, test } from 'vitest'
import { isOfTheDeceased, meaningOfReturn, type ReturnMeaning } from './return-codes-rules.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `R${String(from + index).padStart(2, '0')}`)

const EXPECTED: Record<ReturnMeaning, string[]> = {
  credit: ['R06', 'R17', 'R23'],
  disable: ['R02', 'R03', 'R04', 'R12', 'R13', 'R14', 'R15', 'R20', 'R28', 'R34'],
  block: ['R16'],
  // Reasons for which only debits come back, duplicates, and everything that disputes an earlier return.
  review: ['R01', 'R05', ...numbered(7, 11), 'R24', 'R29', ...numbered(61, 77)],
}

test.each(Object.entries(EXPECTED))('%s: each of its codes, and none of another', (meaning, codes) => {
  for (const code of codes) expect([code, meaningOfReturn(code, null)]).toEqual([code, meaning])
})

test('a code that nobody has told us of is for a person, as is a payment that the bank takes for a fraud', () => {
  const known = new Set(Object.values(EXPECTED).flat())
  for (const code of ['', 'R00', 'R99', 'r03', 'constructor', ...numbered(1, 85).filter((one) => !known.has(one))])
    expect([code, meaningOfReturn(code, null)]).toEqual([code, 'review'])
  expect(meaningOfReturn('R17', 'QUESTIONABLE')).toBe('review')
  expect(meaningOfReturn('R17', ' questionable  by rule')).toBe('review')
  expect(meaningOfReturn('R17', 'FIELD 4')).toBe('credit')
  expect(meaningOfReturn('R03', 'QUESTIONABLE')).toBe('disable')
})

test('the dead are told from the rest', () => {
  expect(numbered(1, 85).filter(isOfTheDeceased)).toEqual(['R14', 'R15'])
})
