/** What a person may change about themselves, and how often. */
import type { ErrorCode } from '@puente/contract'

/** Before tier 1 the name may change twice and the birthday once after it was first given; later only with a document. */
const NAME_CHANGES = 2
const BIRTHDAY_CHANGES = 1
const ADULT_YEARS = 18
const OLDEST_YEARS = 120

type Standing = {
  tier: number
  fullName: string
  fullNameChanges: number
  birthday: string | null
  birthdayChanges: number
  /** Papers that bear name and birthday are being looked at. */
  isUnderReview: boolean
}

/** The calendar day in a zone, `2026-11-21`. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** The same day some years earlier; 29 February counts as reached on 1 March of a common year. */
const yearsBefore = (day: string, years: number): string => {
  const [year = '', ...rest] = day.split('-')
  return [String(Number(year) - years).padStart(4, '0'), ...rest].join('-')
}

/** 18 to 120 years old on that day. ISO days compare as text. */
export const isAdultBirthday = (birthday: string, today: string): boolean =>
  birthday <= yearsBefore(today, ADULT_YEARS) && birthday >= yearsBefore(today, OLDEST_YEARS)

/** What was proved, or is being proved, is no longer the person's to change. */
const isFixed = ({ tier, isUnderReview }: Pick<Standing, 'tier' | 'isUnderReview'>): boolean =>
  tier >= 1 || isUnderReview

/** Null when the name may be set; a name that stays as it is always may. */
export const nameRefusal = (standing: Standing, wanted: string): ErrorCode | null => {
  if (wanted === standing.fullName) return null
  return isFixed(standing) || standing.fullNameChanges >= NAME_CHANGES ? 'fullNameChangesExceeded' : null
}

export const birthdayRefusal = (standing: Standing, wanted: string, today: string): ErrorCode | null => {
  if (!isAdultBirthday(wanted, today)) return 'invalidBirthDay'
  if (wanted === standing.birthday || standing.birthday === null) return null
  return isFixed(standing) || standing.birthdayChanges >= BIRTHDAY_CHANGES ? 'birthdayChangesExceeded' : null
}

/**
 * Whether nationality and address may be set: like name and birthday they are what the identity check looked at, and from
 * then on they change only through support with a document. What stays as it is always may.
 */
export const detailRefusal = (standing: Pick<Standing, 'tier' | 'isUnderReview'>, isSame: boolean): ErrorCode | null =>
  isSame || !isFixed(standing) ? null : 'invalidRequest'

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Whether two letters name a country; `ZZ` and the like are reserved for none. */
export const isCountry = (code: string): boolean =>
  !/^(ZZ|X[A-Z]|QO|EU|EZ|UN)$/.test(code) && regions.of(code) !== undefined
