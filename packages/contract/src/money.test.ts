import { expect, test } from 'vitest'
import { AmountIn, cents, percentHalfUp, wireCents } from './money.ts'
import { MAX_CENTS } from './money-bounds.ts'
import { formatMoney, parseMoney } from './money-text.ts'

test.each([
  ['12.30', 1230],
  ['12.3', 1230],
  ['12', 1200],
  ['$1,234.56', 123456],
  ['0.01', 1],
  ['12.', 1200],
  ['12.345', null],
  ['-5', null],
  ['1e5', null],
  ['', null],
  ['abc', null],
  ['99999999999', null],
])('what is typed as "%s" is %s cents', (text, value) => {
  expect(parseMoney(text)).toBe(value)
})

test('A decimal comma is read where the language writes one', () => {
  expect(parseMoney('1.234,56', ',')).toBe(123456)
})

test('ETX-03 cents are shown as dollars in each language, and 0.10 three times is 0.30', () => {
  expect(formatMoney(12345, 'en-US')).toBe('$123.45')
  expect(formatMoney(12345, 'es-US')).toBe('$123.45')
  expect(formatMoney(12345, 'ko-KR')).toBe('$123.45')
  expect(formatMoney(Number(cents(10) + cents(10) + cents(10)), 'en-US')).toBe('$0.30')
})

test.each([
  [49, 100, 0],
  [50, 100, 1],
  [12349, 100, 123],
  [12350, 100, 124],
  [12345, 290, 358],
])('%i cents at %i basis points round half up to %i', (amount, bps, fee) => {
  expect(percentHalfUp(cents(amount), bps)).toBe(BigInt(fee))
})

test('cents are whole and bounded', () => {
  expect(() => cents(1.5)).toThrow(RangeError)
  expect(() => cents(BigInt(MAX_CENTS) + 1n)).toThrow(RangeError)
  expect(wireCents(cents(7))).toBe(7)
})

test.each([0, -1, 1.5, '100', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, MAX_CENTS + 1])(
  '%s is no amount in a request',
  (value) => {
    const result = AmountIn.safeParse(value)
    expect(result.success).toBe(false)
    if (!result.success) expect(result.error.issues[0]?.message).toBe('invalidAmount')
  },
)
