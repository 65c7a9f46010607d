/** The form of fields that several calls share, each with the code it is refused with. */
import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { brand, LANGUAGES, STORED_LANGUAGES, languageOf } from './brand.ts'
import { isOfNameLetters, isOfOneScript, isReservedName } from './person-names.ts'
import { isPlainLine, isPlainText } from './plain-text.ts'

/**
 * One line of text that is kept and shown to others. Every such field begins here, so that none of them can hold what is
 * not seen, or what steers a terminal (`plain-text.ts`).
 */
export const lineIn = (code: ErrorCode, maxLength: number) =>
  z.string(code).check(z.trim(), z.maxLength(maxLength, code), z.refine(isPlainLine, `${code}:characters`))

/** The same over several lines. */
export const textIn = (code: ErrorCode, maxLength: number) =>
  z.string(code).check(z.trim(), z.maxLength(maxLength, code), z.refine(isPlainText, `${code}:characters`))

/**
 * Form of an address: words of plain ASCII joined by single dots, one @, a dotted host. Whether it exists is found out by
 * writing to it. Quoted and non-ASCII local parts are refused: hardly any mailbox has one, and look-alikes live there.
 */
const EMAIL =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?=.{4,189}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,63}$/i
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
/** A word of more than initials that goes on behind a dot: mail programs make a link of it, in mail that we send. */
const WEB_ADDRESS = /\p{L}[\p{M}'’-]*\p{L}[\p{M}'’-]*\.\p{L}/u
const fullName = (missing: 'fullNameMissing' | 'fullBName') =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    z.regex(NAME, 'invalidName'),
    z.minLength(2, 'invalidFullName'),
    z.maxLength(100, 'invalidFullName'),
    z.regex(/\p{L}/u, 'invalidFullName'),
    z.refine(isPlainLine, 'invalidName'),
    z.refine(isOfNameLetters, 'invalidName'),
    z.refine(isOfOneScript, 'invalidName:mixedScripts'),
    z.refine((name) => !isReservedName(name), 'invalidName:reserved'),
    z.refine((name) => !WEB_ADDRESS.test(name), 'invalidName:period'),
  )
export const FullNameIn = fullName('fullNameMissing')
/** The same where it may be left empty; what that means depends on the rest of the form, and is the verb's to say. */
export const FullNameOrEmptyIn = z.string('fullNameMissing').check(
  z.trim(),
  z.check(({ value, issues }) => {
    const parsed = value === '' ? null : FullNameIn.safeParse(value)
    const message = parsed?.error?.issues[0]?.message
    if (message !== undefined) issues.push({ code: 'custom', message, input: value, path: [] })
  }),
)
/** The full legal name of the identity check. */
export const LegalNameIn = fullName('fullBName')

export const HANDLE_MIN = 4
export const HANDLE_MAX = 30
/** Plain letters, digits, and single dots or hyphens between them; it begins with a letter. */
const HANDLE = /^[a-z](?:[.-]?[a-z0-9])*$/
/** A username that a person chooses. Capitals are read as small letters. */
export const HandleIn = z.string('invalidName').check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(HANDLE_MIN, 'invalidName:username'),
  z.maxLength(HANDLE_MAX, 'invalidName:username'),
  z.regex(HANDLE, 'invalidName:username'),
  z.refine(
    (handle) => !handle.startsWith(brand.slug) && !isReservedName(handle.replaceAll(/[.-]/g, ' ')),
    'invalidName:reserved',
  ),
)

/** +1 and ten digits; area code and exchange never start with 0 or 1 (North American Numbering Plan). */
export const PHONE = /^\+1[2-9]\d{2}[2-9]\d{6}$/
export const PhoneIn = z.string('invalidPhoneNumber').check(z.regex(PHONE, 'invalidPhoneNumber'))

export const LanguageIn = z
  .string('invalidLanguage')
  .check(z.refine((text) => languageOf(text) !== null, 'invalidLanguage'))
export const LanguageOut = z.enum([...LANGUAGES, ...Object.values(STORED_LANGUAGES)])

export const NOTE_MAX = 280
export const NoteIn = textIn('invalidNote', NOTE_MAX)

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

const required = (max: number) => lineIn('addressMissing', max).check(z.minLength(1, 'addressMissing'))

/** A US postal address; whether the ZIP code belongs to the state is the server's to say. */
export const AddressIn = z.strictObject(
  {
    line1: required(100),
    line2: z.optional(lineIn('addressMissing', 100)),
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
/** The same in a query, where everything is a text. */
export const limitQueryIn = (pageSize: number) =>
  z._default(
    z.pipe(
      z.string('invalidLimit').check(z.regex(/^(?:[1-9]\d?|100)$/, 'invalidLimit')),
      z.transform((text) => Number(text)),
    ),
    pageSize,
  )
export const LimitQueryIn = limitQueryIn(PAGE_SIZE)
export const CursorIn = z.string('invalidRequest').check(z.maxLength(1000, 'invalidRequest'))
export const CursorOut = z.nullable(z.string())
