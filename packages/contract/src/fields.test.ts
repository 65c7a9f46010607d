import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { AddressIn, CodeIn, dayIn, EmailIn, FullNameIn, LimitIn, NewPasswordIn, NoteIn, PhoneIn } from './fields.ts'
import { sendSessionId, transactionId, uuidOf, userId } from './ids.ts'
import { defaultLanguage, languageOf } from './brand.ts'
import type { Endpoint } from './endpoint.ts'
import { appEndpoints } from './index.ts'

/** Compared or looked up, never displayed. */
const NEVER_SHOWN = [
  'acceptTerms.version',
  'addProduct64.image',
  'changePassword.currentPassword',
  'confirmSocialLink.password',
  'kycResume.code',
  'listTransactions.last',
  'listTransactions.search',
  'listTransactions.to',
  'openSession.socialToken',
  'openSession.token',
  'search.search',
  'signIn.password',
  'signUp.referredBy',
  'startSocial.referredBy',
  'stepUpVerify.password',
  'subscribePush.subscription.endpoint',
  'unlockSession.password',
  'unsubscribePush.endpoint',
  'updateProduct.image',
  'updateProfilePicture64.image',
]

/** The string fields of a body, with their paths. */
const stringsOf = (schema: z.ZodMiniType, path = ''): [string, z.ZodMiniType][] => {
  const { def } = schema as unknown as {
    def: { type: string; shape?: object; innerType?: never; element?: never; options?: never[] }
  }
  if (def.type === 'string') return [[path, schema]]
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, field]) =>
      stringsOf(field as z.ZodMiniType, path === '' ? name : `${path}.${name}`),
    )
  return [def.innerType, def.element, ...(def.options ?? [])].flatMap((inner) => (inner ? stringsOf(inner, path) : []))
}

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
])('V-01 V-02 V-03 C-07 the password %s is refused with %s', (value, code) => {
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

test.each([
  ['Support'],
  ['Puente'],
  ['Puente Support'],
  ['puente.support'],
  ['P U E N T E'],
  ['The Puénte Security Team'],
  ['Риеntе Suрроrt'],
  ['Soporte de Puente'],
  ['Atención al Cliente'],
  ['푸엔테 고객센터'],
  ['Puente Verification'],
  ['Puente Legal'],
  ['Puente Call Center'],
  ['Puente Notificaciones'],
  ['Puente Asistencia'],
  ['Asistencia Puente'],
  ['푸엔테 상담원'],
  ['Ꮲuente'],
  ['ᏢᏌᎬᏁᎢᎬ'],
  ['Puente gestor'],
])('the name %s would speak for the product', (value) => {
  expect(codeOf(FullNameIn, value)).toMatch(/^invalidName:(reserved|mixedScripts)$/)
})

test.each(['Раура Ivanova', 'Αlice Smith', 'Jоhn', 'Иван Smith', 'ᎪᎳa'])('the name %s mixes scripts', (value) => {
  expect(codeOf(FullNameIn, value)).toBe('invalidName:mixedScripts')
})

test.each(['Refund www.evil.test', 'evil.com', 'J.Evil.Com', 'Jean-Luc.Arc', 'St.John', '민수.김', "O'.Co.uk"])(
  'a name is no web address: of %s a mail could make a link',
  (value) => {
    expect(codeOf(FullNameIn, value)).toBe('invalidName:period')
  },
)

test.each([
  'J.R.R. Tolkien',
  'J.R.R.Tolkien',
  'J.-P. Sartre',
  'É.Dupont'.normalize('NFD'),
  'St. John',
  'María Puente',
  'De la Cruz',
  'Иван Петров',
  '김 Minsu',
  '山田 たろう',
  '陳大文 David Chan',
  'محمد علي',
  'राम शर्मा',
  'ᏣᎳᎩ',
  'Jean-Luc d’Arc Jr.',
  'Amy Banks',
  'Puente Lopez',
  'Ana Puente García',
  'Nguyễn Thị Hường',
  'Nguyễn Thị Hường'.normalize('NFD'),
  'Ștefan Țurcanu',
  'Əli Həsənov',
  'An Al',
])('V-05 the name %s belongs to a person', (value) => {
  expect(codeOf(FullNameIn, value)).toBeNull()
})

test.each([
  'ᴘᴜᴇɴᴛᴇ ꜱᴜᴘᴘᴏʀᴛ',
  'Puente Suppɔrt',
  'Puente Ꞩupport',
  'ꝑuente support',
  'A\u0300\u0301\u0302\u0303na R\u0300\u0301\u0302\u0303uiz',
])('the name %s has letters or marks that no real name has', (value) => {
  expect(codeOf(FullNameIn, value)).toMatch(/^invalidName/)
})

/** Zero width, reordering, terminal escapes, tags, fillers, private use, a mark stacked too high. */
const HIDDEN = [
  '\u200b',
  '\u202e',
  '\u2066',
  '\u001b[31m',
  '\u0000',
  '\u{e0041}',
  '\u3164',
  '\ue000',
  '\u2028',
  '\u00ad',
  'a\u200d\u200d',
  'z\u0301\u0301\u0301\u0301\u0301',
  '\u2800',
  '\ufff9',
  '\ufffb',
]

test.each(HIDDEN)('what is not seen, or steers a screen, is refused wherever others read it: %j', (hidden) => {
  expect(codeOf(FullNameIn, `Ana${hidden}Ruiz`)).toMatch(/^invalidName/)
  expect(codeOf(NoteIn, `Rent${hidden} May`)).toBe('invalidNote:characters')
  const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }
  for (const part of ['line1', 'line2', 'city'] as const)
    expect(codeOf(AddressIn, { ...address, [part]: `x${hidden}y` })).toBe('addressMissing:characters')
  expect(codeOf(EmailIn, `a${hidden}b@example.com`)).toBe('invalidEmail')
})

test.each(['Rent\nfor May', '❤️ 👩‍👩‍👧 👍🏽 1️⃣ 🇲🇽', 'می‌خواهم', 'क्‍ष', '¡Gracias! 100 % — ✓', 'ภูมิ'])(
  'a note may say %j',
  (note) => {
    expect(codeOf(NoteIn, note)).toBeNull()
  },
)

test('every text that a call takes and keeps is free of what is not seen', () => {
  const taken = Object.entries(appEndpoints).flatMap(([key, { body }]: [string, Endpoint]) =>
    body
      ? stringsOf(body)
          .filter(([, schema]) => schema.safeParse('a\u202eb').success)
          .map(([field]) => `${key}.${field}`)
      : [],
  )
  expect(taken.toSorted()).toEqual(NEVER_SHOWN)
})

test.each([
  'a@',
  'a',
  '@b.co',
  'a@b',
  'a b@c.de',
  `${'x'.repeat(65)}@b.co`,
  'a@-b.co',
  'a@b..co',
  'a..b@c.co',
  '.a@b.co',
  'a.@b.co',
  'é@b.co',
  'аna@b.co',
  7,
  undefined,
])('V-07 %s is no email', (value) => {
  expect(codeOf(EmailIn, value)).toBe('invalidEmail')
})

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
])('V-11 the phone %s is refused with %s', (value, code) => {
  expect(codeOf(PhoneIn, value)).toBe(code)
})

test.each(['12345', '1234567', 'abcdef', '12345a', 123456])('V-14 C-08 %s is no code', (value) => {
  expect(codeOf(CodeIn, value)).toBe('invalidCode')
})

test('a note has 280 characters at most', () => {
  expect(codeOf(NoteIn, 'x'.repeat(280))).toBeNull()
  expect(codeOf(NoteIn, 'x'.repeat(281))).toBe('invalidNote')
})

test.each(['2026-02-30', '2026-13-01', '26-01-01', 'yesterday', 20260101])('%s is no day', (value) => {
  expect(codeOf(dayIn('invalidBirthDay'), value)).toBe('invalidBirthDay')
})

test.each([
  [{ line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }, null],
  [{ line1: '', city: 'Austin', state: 'TX', zipCode: '78701' }, 'addressMissing'],
  [{ line1: '1 Main St', city: '', state: 'TX', zipCode: '78701' }, 'addressMissing'],
  [{ line1: '1 Main St', city: 'Austin', state: '', zipCode: '78701' }, 'addressMissing'],
  [{ line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '7870' }, 'invalidZipCode'],
  [{ line1: '1 Main St', city: 'Austin', state: 'TX' }, 'invalidZipCode'],
  ['1 Main St', 'addressMissing'],
])('V-21 V-22 the address %j is refused with %s', (value, code) => {
  expect(codeOf(AddressIn, value)).toBe(code)
})

test.each([0, 101, 1.5, '10', -1])('%s is no page size', (value) => {
  expect(codeOf(LimitIn, value)).toBe('invalidLimit')
})

test('without a limit a page has ten rows', () => {
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
