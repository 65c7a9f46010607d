import { expect, test } from 'vitest'
import { missingOf, printable } from './printable-rules.ts'

const none = { emoji: '[emoji]', missing: new Set<string>() }

test('what is not seen, steers text or rings a bell does not reach a paper, and line breaks are one kind', () => {
  expect(printable('a\u202Eb\u2066c\u0007d\u200Be\uFEFF\u0000', none)).toBe('abcde')
  expect(printable('one\r\ntwo\u2028three\tfour', none)).toBe('one\ntwo\nthree four')
})

test('emoji become a word, however many stand in a row and whatever they are made of, and the text beside them stays', () => {
  expect(printable('Rent 🎉 ❤️!', none)).toBe('Rent [emoji] [emoji]!')
  expect(printable('🎂🎉👩‍👩‍👧🏳️‍🌈👍🏽🇺🇸1️⃣ for you', none)).toBe('[emoji] for you')
  expect(printable('© 2026, #1 * ™', none)).toBe('© 2026, #1 * ™')
})

test('a character that no typeface has becomes a box, so that something is seen to have stood there', () => {
  expect(printable('ไป', { ...none, missing: new Set(['ไ']) })).toBe('□ป')
})

test('a word without end can be broken, a common one cannot', () => {
  expect(
    printable('x'.repeat(50), none)
      .split('\u200b')
      .map(({ length }) => length),
  ).toEqual([24, 24, 2])
  expect(printable('Bartholomew-Featherstonehaugh', none).replaceAll('\u200b', '')).toBe(
    'Bartholomew-Featherstonehaugh',
  )
  expect(printable('Castellanos', none)).toBe('Castellanos')
})

test('the characters that the compiler names are found in its message, quoted and escaped as it writes them', () => {
  const message = String.raw`[SourceDiagnostic { message: "PDF/UA-1 error: the text ${'`'}\"ไ\"${'`'} could not be displayed with font", hints: [] }, SourceDiagnostic { message: "PDF/UA-1 error: the text ${'`'}\"\\u{1f389}\"${'`'} could not be displayed with font"}]`
  expect(missingOf(message)).toEqual(['ไ', '🎉'])
  expect(missingOf('something else')).toEqual([])
})
