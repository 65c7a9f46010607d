import type { PaperSize } from '@puente/contract'

/** The countries and territories whose paper is US letter (CLDR, `paperSize`); of the Americas the others, such as Brazil and Argentina, use A4. */
const LETTER_COUNTRIES = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')
/** Names of zones that are kept for those who used them before the present ones. */
const EARLIER_NAMES = /^(?:Canada|Chile|Mexico|US)\//

/** One name for a zone of several. */
const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

type Zoned = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] }
const zonesOf = (country: string): string[] => {
  const locale: Zoned = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}
const letterZones = new Set(LETTER_COUNTRIES.flatMap(zonesOf).map(canonical))

/** The sheets that a reader in this time zone, an IANA name, prints on. */
export const sizeIn = (timeZone: string): PaperSize =>
  letterZones.has(canonical(timeZone)) || EARLIER_NAMES.test(timeZone) ? 'letter' : 'a4'
