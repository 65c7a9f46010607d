import { clock } from '#lib/clock.ts'
import { timeZone } from '#lib/i18n.ts'

/** The calendar day it is where the person is, `YYYY-MM-DD`. */
export const localToday = (): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(clock.now())
    .reduce<Record<string, string>>((all, { type, value }) => ({ ...all, [type]: value }), {})
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}
