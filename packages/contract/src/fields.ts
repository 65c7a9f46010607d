/** The form of fields that several calls share, each with the code it is refused with. */
import * as z from 'zod/mini'
import { LANGUAGES, STORED_LANGUAGES, languageOf } from './brand.ts'

/** Pragmatic form of an address: one @, a dotted host, no spaces; whether it exists is found out by writing to it. */
const EMAIL =
  /^[^\s@<>()[\],;:"\\]{1,64}@(?=.{4,189}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,63}$/i
export const EmailIn = z
  .string('invalidEmail')
  .check(z.trim(), z.maxLength(254, 'invalidEmail'), z.regex(EMAIL, 'invalidEmail'))

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** The written rule; the server also refuses known, guessable and own-name passwords. */
export const NewPasswordIn = z
  .string('invalidPass')
  .check(
    z.minLength(PASSWORD_MIN, 'invalidPass'),
    z.maxLength(PASSWORD_MAX, 'invalidPass'),
    z.regex(/\d/, 'invalidPass'),
    z.regex(/\p{Lu}/u, 'invalidPass'),
  )

/** Letters and marks of any script, space, apostrophe, hyphen, period. */
const NAME = /^[\p{L}\p{M} .'’-]*$/u
const fullName = (missing: 'fullNameMissing' | 'fullBName') =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.regex(NAME, 'invalidName'),
      z.minLength(2, 'invalidFullName'),
      z.maxLength(100, 'invalidFullName'),
      z.regex(/\p{L}/u, 'invalidFullName'),
    )
export const FullNameIn = fullName('fullNameMissing')
/** The full legal name of the identity check. */
export const LegalNameIn = fullName('fullBName')

/** +1 and ten digits; area code and exchange never start with 0 or 1 (North American Numbering Plan). */
export const PHONE = /^\+1[2-9]\d{2}[2-9]\d{6}$/
export const PhoneIn = z.string('invalidPhoneNumber').check(z.regex(PHONE, 'invalidPhoneNumber'))

export const LanguageIn = z
  .string('invalidLanguage')
  .check(z.refine((text) => languageOf(text) !== null, 'invalidLanguage'))
export const LanguageOut = z.enum([...LANGUAGES, ...Object.values(STORED_LANGUAGES)])

export const NOTE_MAX = 280
export const NoteIn = z.string('invalidNote').check(z.trim(), z.maxLength(NOTE_MAX, 'invalidNote'))

export const CODE = /^\d{6}$/
export const CodeIn = z.string('invalidCode').check(z.regex(CODE, 'invalidCode'))

/** A calendar day, `2026-03-31`; days that do not exist are refused. */
export const dayIn = (code: 'invalidBirthDay' | 'invalidRequest') =>
  z.string(code).check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, code),
    z.refine((text) => {
      const at = new Date(`${text}T00:00:00Z`)
      return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
    }, code),
  )

const required = (max: number) =>
  z.string('addressMissing').check(z.trim(), z.minLength(1, 'addressMissing'), z.maxLength(max, 'addressMissing'))

/** A US postal address; whether the ZIP code belongs to the state is the server's to say. */
export const AddressIn = z.strictObject(
  {
    line1: required(100),
    line2: z.optional(z.string('addressMissing').check(z.trim(), z.maxLength(100, 'addressMissing'))),
    city: required(60),
    state: z.string('addressMissing').check(z.trim(), z.regex(/^[A-Z]{2}$/, 'addressMissing')),
    zipCode: z.string('invalidZipCode').check(z.regex(/^\d{5}$/, 'invalidZipCode')),
  },
  'addressMissing',
)
export type Address = z.infer<typeof AddressIn>
export const AddressOut = z.object({
  line1: z.string(),
  line2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})

/** ISO 3166-1 alpha-2. */
export const NationalityIn = z.string('invalidRequest').check(z.regex(/^[A-Z]{2}$/, 'invalidRequest'))

export const TimestampOut = z.iso.datetime()
export const DayOut = z.iso.date()

export const PAGE_SIZE = 10
/** Lists take `limit` and the opaque cursor `last` of the page before. */
export const LimitIn = z._default(
  z.number('invalidLimit').check(
    z.refine((value) => Number.isInteger(value), 'invalidLimit'),
    z.gte(1, 'invalidLimit'),
    z.lte(100, 'invalidLimit'),
  ),
  PAGE_SIZE,
)
export const CursorIn = z.string('invalidRequest').check(z.maxLength(1000, 'invalidRequest'))
export const CursorOut = z.nullable(z.string())
