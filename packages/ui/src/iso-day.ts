/** Days of the calendar as text. Only the names and the order of the parts ask `Intl`, always in UTC. */
export type DayParts = { day: string; month: string; year: string }

const EMPTY: DayParts = { day: '', month: '', year: '' }

/** The parts of an ISO day, without leading zeros; empty parts when there is no day. */
export const partsOf = (iso: string | null): DayParts => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso ?? '')
  if (!match) return EMPTY
  const [, year = '', month = '', day = ''] = match
  return { year, month: String(Number(month)), day: String(Number(day)) }
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The ISO day of complete parts, or null when no calendar has it (30 February). */
export const isoOf = ({ day, month, year }: DayParts): string | null => {
  const [d, m, y] = [Number(day), Number(month), Number(year)]
  if (!/^\d{4}$/.test(year) || y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return null
  return `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

/** January to December as the language writes them. */
export const monthNames = (locale: string): string[] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 15)))
}

/** The order in which the language writes a date. */
export const partsOrder = (locale: string): (keyof DayParts)[] =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' })
    .formatToParts(Date.UTC(2024, 0, 15))
    .map((part) => part.type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year')
