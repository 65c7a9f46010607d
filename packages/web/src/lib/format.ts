/** Amounts, dates and waits in the reader's language and zone. */
import { STORED_LANGUAGES, formatMoney, type Language } from '@puente/contract'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { timeZone } from './i18n.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

const waitUnit = (seconds: number): [number, 'second' | 'minute' | 'hour'] => {
  if (seconds < MINUTE_SECONDS) return [Math.max(1, Math.ceil(seconds)), 'second']
  if (seconds < HOUR_SECONDS) return [Math.ceil(seconds / MINUTE_SECONDS), 'minute']
  return [Math.ceil(seconds / HOUR_SECONDS), 'hour']
}

const inUnit = (locale: string, value: number, unit: 'second' | 'minute' | 'hour'): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** The formats of one language. */
export const formatsOf = (language: Language, zone: string = timeZone()) => {
  const locale = STORED_LANGUAGES[language]
  const date = (options: Intl.DateTimeFormatOptions, at: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(new Date(at))
  return {
    locale,
    /** Cents as `$1,234.56`. */
    money: (cents: number) => formatMoney(cents, locale),
    /** A timestamp as `Mar 31, 2026`. */
    date: (iso: string) => date({ dateStyle: 'medium' }, iso),
    /** A timestamp as `Mar 31, 2026, 4:05 PM`. */
    dateTime: (iso: string) => date({ dateStyle: 'medium', timeStyle: 'short' }, iso),
    time: (iso: string) => date({ timeStyle: 'short' }, iso),
    /** A calendar day; it has no zone, so none shifts it. */
    day: (isoDay: string) => date({ dateStyle: 'long', timeZone: 'UTC' }, `${isoDay}T00:00:00Z`),
    /** Two calendar days as people write them in one: `November 20 – 21, 2026`. */
    days: (from: string, to: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
        new Date(`${from}T00:00:00Z`),
        new Date(`${to}T00:00:00Z`),
      ),
    /** Seconds in words, however many. */
    seconds: (count: number) => inUnit(locale, count, 'second'),
    /** A wait in words, rounded up: `3 minutes`. */
    wait: (seconds: number) => {
      const [value, unit] = waitUnit(seconds)
      return inUnit(locale, value, unit)
    },
  }
}

export type Formats = ReturnType<typeof formatsOf>

/** The formats of the language on screen. */
export const useFormats = (): Formats => {
  const language = useLocale()
  return useMemo(() => formatsOf(language), [language])
}
