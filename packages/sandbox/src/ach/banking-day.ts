/** When the Federal Reserve settles: its holidays of a year as it writes them down, and the morning of its next open day. */

const pad = (part: number) => String(part).padStart(2, '0')

/** The days of a month of a year, as dates in UTC. */
const daysOf = (year: number, month: number) =>
  Array.from(
    { length: new Date(Date.UTC(year, month, 0)).getUTCDate() },
    (_, at) => new Date(Date.UTC(year, month - 1, at + 1)),
  )

const nameOf = (date: Date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`

const holidaysOf = (year: number): Set<string> => {
  const weekdays = (month: number, weekday: number) =>
    daysOf(year, month).filter((date) => date.getUTCDay() === weekday)
  const dated = [
    [1, 1],
    [6, 19],
    [7, 4],
    [11, 11],
    [12, 25],
  ].map(([month = 1, day = 1]) => {
    const date = new Date(Date.UTC(year, month - 1, day))
    // Observed on Monday when it is a Sunday; a Saturday is closed anyway.
    return date.getUTCDay() === 0 ? new Date(date.getTime() + 86_400_000) : date
  })
  const moving = [
    weekdays(1, 1)[2],
    weekdays(2, 1)[2],
    weekdays(5, 1).at(-1),
    weekdays(9, 1)[0],
    weekdays(10, 1)[1],
    weekdays(11, 4)[3],
  ]
  return new Set([...dated, ...moving].flatMap((date) => (date ? [nameOf(date)] : [])))
}

const isOpen = (date: Date) => date.getUTCDay() % 6 !== 0 && !holidaysOf(date.getUTCFullYear()).has(nameOf(date))

/** What a clock in New York shows, as if it were UTC. */
const newYork = (at: Date): Date => {
  const shown = at.toLocaleString('sv-SE', { timeZone: 'America/New_York' })
  return new Date(`${shown.replace(' ', 'T')}Z`)
}

/** Half past eight in New York, `count` open days after a moment. */
export const openDaysAfter = (at: Date, count: number): Date => {
  let day = newYork(at)
  for (let left = count; left > 0;) {
    day = new Date(day.getTime() + 86_400_000)
    if (isOpen(day)) left -= 1
  }
  const name = nameOf(day)
  const summer = new Date(`${name}T08:30:00-04:00`)
  return newYork(summer).getUTCHours() === 8 ? summer : new Date(`${name}T08:30:00-05:00`)
}

export const dayOf = (at: Date): string => nameOf(newYork(at))
