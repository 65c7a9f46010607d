import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOfText, leftText, readAmount, separatorsOf, textOfCents, textOfParts } from './money-text.ts'

const en = separatorsOf('en-US')
const de = separatorsOf('es-ES')

const read = (text: string, separators = en): string | null => {
  const amount = readAmount(text, separators)
  return amount && textOfParts(amount, separators)
}

test('the marks come from the language', () => {
  expect(en).toEqual({ decimal: '.', group: ',' })
  expect(de).toEqual({ decimal: ',', group: '.' })
  for (const locale of ['es-US', 'ko-KR']) expect(separatorsOf(locale)).toEqual(en)
})

test.each([
  ['0.29', 29],
  ['1,234.5', 123450],
  ['12.', 1200],
  ['.5', 50],
  [',50', 50],
  ['12,5', 1250],
  ['1,234', 123400],
  ['1,234,5', 123450],
  ['', null],
  ['.', null],
])('a field that shows %s means %s cents', (text, cents) => {
  expect(centsOfText(text, en)).toBe(cents)
})

test('where the comma is the decimal mark, point and comma change roles', () => {
  expect(centsOfText('1.234,56', de)).toBe(123456)
  expect(centsOfText('1.234', de)).toBe(123400)
  expect(centsOfText('12.5', de)).toBe(1250)
})

test("leaving the field keeps the cents that were typed, in the language's own form", () => {
  expect(leftText('1,250.00', 125000, en)).toBe('1,250.00')
  expect(leftText('12,5', 1250, en)).toBe('12.50')
  expect(leftText('12.', 1200, en)).toBe('12')
  expect(leftText('.5', 50, en)).toBe('0.50')
  expect(leftText('1.234,5', 123450, de)).toBe('1.234,50')
  expect(leftText('', null, en)).toBe('')
})

test('every amount survives the way to text and back', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.constantFrom(en, de), (cents, separators) => {
      expect(centsOfText(textOfCents(cents, separators), separators)).toBe(cents)
    }),
  )
})

test.each([
  ['$1,234.56', '1,234.56'],
  ['1.234,56 $', '1,234.56'],
  ['1 234,56', '1,234.56'],
  ['1\u00A0234.5', '1,234.5'],
  ['1’234.50', '1,234.50'],
  ['１２．５０', '12.50'],
  ['1,234', '1,234'],
  ['US$ 12,5', '12.5'],
  ['$12.50 USD', '12.50'],
  ['1.234.567', '1,234,567'],
  ['.50', '.50'],
  [',50', '.50'],
  ['12.', '12'],
  [' 007 ', '7'],
])('the pasted amount %s is %s', (text, shown) => {
  expect(read(text)).toBe(shown)
})

test.each([
  '1.234',
  '0,500',
  '12.3456',
  '12,3456',
  '1,23,4',
  '1.2.3,4',
  '1,234,56.7',
  '12 50',
  '12 345 6',
  'abc',
  '-5',
  '(5.00)',
  '1e5',
  '€12',
  '₩1,000',
  '1$2',
  '12 MXN',
  '',
  '$',
  '.',
  ',',
])('the pasted text %s could mean two amounts, or none, and is refused', (text) => {
  expect(read(text)).toBeNull()
})

test('the language decides which single mark before three digits is a group', () => {
  expect(read('1.234', de)).toBe('1.234')
  expect(read('1,234', de)).toBeNull()
})
