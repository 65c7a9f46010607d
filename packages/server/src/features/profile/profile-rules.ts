/** What a person may change about themselves, and how often. */
import { type ErrorCode, NOTICE_DEFAULTS } from '@puente/contract'

/** Before tier 1 the name may change twice and the birthday once after it was first given; later only with a document. */
const NAME_CHANGES = 2
const BIRTHDAY_CHANGES = 1
/** The username changes once, whatever has been proved: it says nothing about the person. */
export const HANDLE_CHANGES = 1
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

type BusinessStanding = Pick<Standing, 'tier' | 'isUnderReview'> & { isBusiness: boolean; business: object | null }

/**
 * Why the data of a business may not be set; null when they may. Once the identity check has looked, they change only through
 * support. What was not given yet can be given, so that a business that left the step out is not stuck without its name.
 */
export const businessRefusal = (standing: BusinessStanding): 'individual' | 'verified' | 'inReview' | null => {
  if (!standing.isBusiness) return 'individual'
  if (standing.business === null || !isFixed(standing)) return null
  return standing.tier >= 1 ? 'verified' : 'inReview'
}

/** How often each may still be changed. What was not given yet can be given, whatever the count says. */
export const changesLeft = (
  standing: Standing & BusinessStanding & { handleChanges: number; nationality: string | null },
) => {
  const free = isFixed(standing) ? 0 : 1
  return {
    fullName: free * Math.max(0, NAME_CHANGES - standing.fullNameChanges),
    birthday: standing.birthday === null ? 1 : free * Math.max(0, BIRTHDAY_CHANGES - standing.birthdayChanges),
    username: Math.max(0, HANDLE_CHANGES - standing.handleChanges),
    address: free,
    nationality: free,
    business: standing.isBusiness && businessRefusal(standing) === null ? 1 : 0,
  }
}

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

/** Channels of notices that are on until they are switched off, and were; by kind. */
export const channelsOff = (switched: Readonly<Record<string, readonly string[]>>): Record<string, string[]> => {
  const defaults: Readonly<Record<string, readonly string[]>> = NOTICE_DEFAULTS
  const off = Object.entries(switched).map(([kind, channels]): [string, string[]] => [
    kind,
    channels.filter((channel) => defaults[kind]?.includes(channel)),
  ])
  return Object.fromEntries(off.filter(([, channels]) => channels.length > 0))
}
