/** Amounts, dates and waits in the reader's language and zone. */
import {
  STORED_LANGUAGES,
  formatMoment,
  formatMoney,
  formatNearMoment,
  formatWait,
  type Language,
} from '@puente/contract'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { addDays, dayIn } from './days.ts'
import { timeZone } from './i18n.ts'

const capitalised = (text: string, locale: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)

const WEEK_DAYS = 7

const recentMoment = (
  iso: string,
  { nowMs, locale, zone }: { nowMs: number; locale: string; zone: string },
): string => {
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(new Date(iso))
  const ago = (days: number) =>
    capitalised(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day'), locale)
  const [day, today] = [dayIn(iso, zone), dayIn(nowMs, zone)]
  if (day === today) return `${ago(0)} ${date({ timeStyle: 'short' })}`
  if (day === addDays(today, -1)) return ago(1)
  if (day < today && day > addDays(today, -WEEK_DAYS)) return date({ weekday: 'short' })
  return date({ month: 'short', day: 'numeric', ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }) })
}

/** The formats of one language. */
export const formatsOf = (language: Language, zone: string = timeZone()) => {
  const locale = STORED_LANGUAGES[language]
  const date = (options: Intl.DateTimeFormatOptions, at: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(new Date(at))
  return {
    locale,
    timeZone: zone,
    /** Cents as `$1,234.56`. */
    money: (cents: number) => formatMoney(cents, locale),
    /** A timestamp as `Mar 31, 2026`. */
    date: (iso: string) => date({ dateStyle: 'medium' }, iso),
    /** A timestamp as `Mar 31, 2026, 4:05 PM`. */
    dateTime: (iso: string) => formatMoment(iso, locale, zone),
    time: (iso: string) => date({ timeStyle: 'short' }, iso),
    /** A moment in a list, as near as it is: `Today 4:53 PM`, `Yesterday`, `Mon`, `Nov 3`, `Nov 3, 2025`. */
    recent: (iso: string, nowMs: number) => recentMoment(iso, { nowMs, locale, zone }),
    /** A calendar day; it has no zone, so none shifts it. */
    day: (isoDay: string) => date({ dateStyle: 'long', timeZone: 'UTC' }, `${isoDay}T00:00:00Z`),
    /** A calendar day of the near future as `Wed, Nov 25`. */
    weekday: (isoDay: string) =>
      date({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }, `${isoDay}T00:00:00Z`),
    /** A moment of the near future as `Tue, Nov 24, 2:05 PM`. */
    weekdayTime: (iso: string) => formatNearMoment(iso, locale, zone),
    /** Two calendar days as people write them in one: `November 20 – 21, 2026`. */
    days: (from: string, to: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
        new Date(`${from}T00:00:00Z`),
        new Date(`${to}T00:00:00Z`),
      ),
    /** Seconds in words, however many. */
    seconds: (count: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(count),
    /** How large a file is: `1.2 MB`; the smallest is 1 kB. */
    size: (bytes: number) => {
      const isLarge = bytes >= 1_000_000
      const options = {
        style: 'unit',
        unit: isLarge ? 'megabyte' : 'kilobyte',
        maximumFractionDigits: isLarge ? 1 : 0,
      } as const
      return new Intl.NumberFormat(locale, options).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000))
    },
    /** A wait in words, rounded up: `3 minutes`. */
    wait: (seconds: number) => formatWait(seconds, locale),
  }
}

export type Formats = ReturnType<typeof formatsOf>

/** The formats of the language on screen. */
export const useFormats = (): Formats => {
  const language = useLocale()
  return useMemo(() => formatsOf(language), [language])
}
