import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { AddressIn, CodeIn, dayIn, EmailIn, FullNameIn, LimitIn, NewPasswordIn, NoteIn, PhoneIn } from './fields.ts'
import { sendSessionId, transactionId, uuidOf, userId } from './ids.ts'
import { defaultLanguage, languageOf } from './brand.ts'

/** The code a value is refused with; null when it is taken. */
const codeOf = (schema: z.ZodMiniType, value: unknown): string | null => {
  const result = schema.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? 'none')
}

test.each([
  ['Abcdefg1', null],
  [`Aa1${'x'.repeat(125)}`, null],
  ['Abcdef1', 'invalidPass'],
  ['Abcdefgh', 'invalidPass'],
  ['abcdefg1', 'invalidPass'],
  [`Aa1${'x'.repeat(126)}`, 'invalidPass'],
  [undefined, 'invalidPass'],
])('V-01 V-02 V-03 the password %s is refused with %s', (value, code) => {
  expect(codeOf(NewPasswordIn, value)).toBe(code)
})

test.each([
  ['Núñez', null],
  ["O'Brien", null],
  ['Ana-Lía', null],
  ['김민수', null],
  ['A$b', 'invalidName'],
  ['<b>x</b>', 'invalidName'],
  ['', 'fullNameMissing'],
  ['   ', 'fullNameMissing'],
  [undefined, 'fullNameMissing'],
  ['A', 'invalidFullName'],
  ['. -', 'invalidFullName'],
  ['x'.repeat(101), 'invalidFullName'],
])('V-05 the name %s is refused with %s', (value, code) => {
  expect(codeOf(FullNameIn, value)).toBe(code)
})

test.each(['a@', 'a', '@b.co', 'a@b', 'a b@c.de', `${'x'.repeat(65)}@b.co`, 'a@-b.co', 'a@b..co', 7, undefined])(
  'V-07 EC-31 %s is no email',
  (value) => {
    expect(codeOf(EmailIn, value)).toBe('invalidEmail')
  },
)

test('an email is taken with spaces around it, which are dropped', () => {
  expect(EmailIn.parse(' Ana@Example.co ')).toBe('Ana@Example.co')
})

test.each([
  ['+12125550123', null],
  ['+1212555012', 'invalidPhoneNumber'],
  ['+121255501234', 'invalidPhoneNumber'],
  ['+525512345678', 'invalidPhoneNumber'],
  ['+11125550123', 'invalidPhoneNumber'],
  ['2125550123', 'invalidPhoneNumber'],
])('V-11 EC-30 the phone %s is refused with %s', (value, code) => {
  expect(codeOf(PhoneIn, value)).toBe(code)
})

test.each(['12345', '1234567', 'abcdef', '12345a', 123456])('V-14 EC-11 %s is no code', (value) => {
  expect(codeOf(CodeIn, value)).toBe('invalidCode')
})

test('EC-39 a note has 280 characters at most', () => {
  expect(codeOf(NoteIn, 'x'.repeat(280))).toBeNull()
  expect(codeOf(NoteIn, 'x'.repeat(281))).toBe('invalidNote')
})

test.each(['2026-02-30', '2026-13-01', '26-01-01', 'yesterday', 20260101])('%s is no day', (value) => {
  expect(codeOf(dayIn('invalidBirthDay'), value)).toBe('invalidBirthDay')
})

test.each([
  [{ line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }, null],
  [{ line1: '', city: 'Austin', state: 'TX', zipCode: '78701' }, 'addressMissing'],
  [{ line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '7870' }, 'invalidZipCode'],
  [{ line1: '1 Main St', city: 'Austin', state: 'TX' }, 'invalidZipCode'],
  ['1 Main St', 'addressMissing'],
])('V-21 V-22 the address %j is refused with %s', (value, code) => {
  expect(codeOf(AddressIn, value)).toBe(code)
})

test.each([0, 101, 1.5, '10', -1])('EC-43 %s is no page size', (value) => {
  expect(codeOf(LimitIn, value)).toBe('invalidLimit')
})

test('C-02 without a limit a page has ten rows', () => {
  expect(LimitIn.parse(undefined)).toBe(10)
})

test('an id of one kind does not pass for another', () => {
  const uuid = '018f4e3a-7b1c-7def-8a9b-0123456789ab'
  expect(uuidOf(transactionId(uuid), 'txn')).toBe(uuid)
  expect(uuidOf(userId(uuid), 'txn')).toBeNull()
  expect(uuidOf(sendSessionId(uuid), 'usr')).toBeNull()
})

test.each([
  [['es-MX'], 'es'],
  [['en-US'], 'en'],
  [['fr-FR'], 'en'],
  [['ko-KR'], 'en'],
  [[], 'en'],
])('P-26 a browser that speaks %j starts in %s', (languages, language) => {
  expect(defaultLanguage(languages)).toBe(language)
})

test('a language is known by its short and its stored form', () => {
  expect(['en', 'en-US', 'ko-KR', 'es'].map(languageOf)).toEqual(['en', 'en', 'ko', 'es'])
  expect(languageOf('pt')).toBeNull()
})
