/** Moments and waits as people read them. */

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

const waitUnit = (seconds: number): [number, 'second' | 'minute' | 'hour'] => {
  if (seconds < MINUTE_SECONDS) return [Math.max(1, Math.ceil(seconds)), 'second']
  if (seconds < HOUR_SECONDS) return [Math.ceil(seconds / MINUTE_SECONDS), 'minute']
  return [Math.ceil(seconds / HOUR_SECONDS), 'hour']
}

/** A wait in words, rounded up to one unit: `3 minutes`. */
export const formatWait = (seconds: number, locale: string): string => {
  const [value, unit] = waitUnit(seconds)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A timestamp as `Mar 31, 2026, 4:05 PM` in the given time zone. */
export const formatMoment = (iso: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** A moment of the near future as `Tue, Nov 24, 2:05 PM`. */
export const formatNearMoment = (iso: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    ...({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
  }).format(new Date(iso))

/** A time zone as people call it: `Eastern Time`, not `America/New_York`. */
export const zoneName = (timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

const MINUTE_MS = MINUTE_SECONDS * 1_000

/** The minute from whose beginning on something holds that begins at this moment. */
export const minuteFrom = (iso: string): string =>
  new Date(Math.ceil(Date.parse(iso) / MINUTE_MS) * MINUTE_MS).toISOString()
