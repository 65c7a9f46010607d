import fc from 'fast-check'
import { expect, test } from 'vitest'
import { romanise } from '#features/accounts/romanise-rules.ts'
import { plainName } from './plain-name-rules.ts'

test('names are carried in upper-case ASCII: marks fall away, letters without a base are written out', () => {
  expect(plainName('José Ñúñez')).toBe('JOSE NUNEZ')
  expect(plainName('Strauß  Łukasz Ærø')).toBe('STRAUSS LUKASZ AERO')
  expect(plainName("Conan O'Brien-Smith")).toBe('CONAN OBRIEN SMITH')
  expect(plainName('김민수', romanise)).toBe('KIM MINSU')
})

test('whatever a name holds, only letters, digits and single blanks remain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(plainName(name, romanise)).toMatch(/^(?:[A-Z0-9]+(?: [A-Z0-9]+)*)?$/)
    }),
  )
})
