/** The rule for a birthday: 18 years or older, where the person is. */
import { dayIn as dayField } from '@puente/contract'
import * as z from 'zod/mini'
import { productNow } from '#lib/browser/product-time.ts'
import { dayIn } from '#lib/i18n/days.ts'
import { timeZone } from '#lib/i18n/i18n.ts'

const ADULT_YEARS = 18

/**
 * The latest birthday that is old enough. It is compared as text, so that no time zone can shift it.
 * @param today the calendar day where the person is, `YYYY-MM-DD`
 */
export const latestBirthday = (today: string): string =>
  `${String(Number(today.slice(0, 4)) - ADULT_YEARS).padStart(4, '0')}${today.slice(4)}`

/** The latest birthday that is old enough today. */
export const latestBirthdayNow = (): string => latestBirthday(dayIn(productNow(), timeZone()))

/** What the form holds while all three parts are there and no calendar has the day. */
export const NOT_REAL = 'notReal'

/** A birthday in a form: given, of the calendar, and not after `latest`. */
export const birthdayGiven = (latest: string) =>
  z
    .string()
    .check(z.minLength(1, { error: 'birthdayMissing', abort: true }))
    .check(z.refine((day) => day !== NOT_REAL, { error: 'birthdayNotReal', abort: true }))
    .check(z.refine((day) => dayField('invalidBirthDay').safeParse(day).success && day <= latest, 'invalidBirthDay'))
