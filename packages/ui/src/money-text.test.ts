import { expect, test } from 'vitest'
import { centsOfText, pasted, separatorsOf, textOfCents, typed } from './money-text.ts'

const en = separatorsOf('en-US')
const de = separatorsOf('es-ES')

test('the marks come from the language', () => {
  expect(en).toEqual({ decimal: '.', group: ',' })
  expect(de).toEqual({ decimal: ',', group: '.' })
  expect(separatorsOf('ko')).toEqual(en)
})

test('cents are read from digits alone, without a float in between', () => {
  expect(centsOfText('0.29', en)).toBe(29)
  expect(centsOfText('1,234.5', en)).toBe(123450)
  expect(centsOfText('1.234,56', de)).toBe(123456)
  expect(centsOfText('12.', en)).toBe(1200)
  expect(centsOfText('.5', en)).toBe(50)
  expect(centsOfText('', en)).toBeNull()
})

test('every amount survives the way to text and back', () => {
  for (const cents of [0, 1, 9, 10, 99, 100, 101, 1005, 123456, 99_999_999_99]) {
    expect(centsOfText(textOfCents(cents, en), en)).toBe(cents)
    expect(centsOfText(textOfCents(cents, de), de)).toBe(cents)
  }
})

test('typing groups the digits as it goes and keeps two decimals', () => {
  expect(typed('1234', '123', en, 7)).toBe('1,234')
  expect(typed('1,2345', '1,234', en, 7)).toBe('12,345')
  expect(typed('12.345', '12.34', en, 7)).toBe('12.34')
  expect(typed('007', '00', en, 7)).toBe('7')
  expect(typed('.', '', en, 7)).toBe('0.')
})

test('the other mark, just typed, means the decimal one', () => {
  expect(typed('12,', '12', en, 7)).toBe('12.')
  expect(typed('1,234,', '1,234', en, 7)).toBe('1,234.')
  expect(typed('12.', '12', de, 7)).toBe('12,')
})

test('deleting a digit of a grouped amount never turns dollars into cents', () => {
  expect(typed('1,23', '1,234', en, 7)).toBe('123')
  expect(typed('1.23', '1.234', de, 7)).toBe('123')
})

test('more digits than allowed are not taken', () => {
  expect(typed('12,345,678', '1,234,567', en, 7)).toBeNull()
})

test('a pasted amount is read in either way of writing', () => {
  expect(pasted('$1,234.56', en, 7)).toBe('1,234.56')
  expect(pasted('1.234,56 $', en, 7)).toBe('1,234.56')
  expect(pasted('1,234', en, 7)).toBe('1,234')
  expect(pasted('US$ 12,5', en, 7)).toBe('12.5')
  expect(pasted('USD 12.50', en, 7)).toBe('12.50')
  expect(pasted('1.234.567', en, 7)).toBe('1,234,567')
})

test('a pasted text that could mean two amounts, or none, is refused', () => {
  for (const text of ['1.234', '12.3456', 'abc', '-5', '1,23,4', '1.2.3,4', '', '1e5'])
    expect(pasted(text, en, 7)).toBeNull()
})
