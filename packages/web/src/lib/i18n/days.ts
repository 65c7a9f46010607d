/** Calendar days in a reader's zone, as `YYYY-MM-DD`: what day filters and headings are made of. */
const DAY_MS = 86_400_000

export const dayIn = (at: number | string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  )

/** The day `count` days later. Days have no zone here, so a change of the clocks moves nothing. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
