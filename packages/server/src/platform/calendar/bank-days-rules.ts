/**
 * The days on which banks move money in the United States: the calendar of the Federal Reserve, in the time of New York. A
 * holiday that falls on a Sunday is observed on Monday; one on a Saturday is not observed at all. Days are texts,
 * `YYYY-MM-DD`, which no time zone can shift.
 */
const NEW_YORK = 'America/New_York'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const

/** By the number of the month and the day, where the holiday keeps its date. */
const DATED = ['01-01', '06-19', '07-04', '11-11', '12-25']
/** The `nth` weekday of a month; `last` counts from its end. */
const MOVING: readonly { month: number; weekday: number; nth: number | 'last' }[] = [
  { month: 1, weekday: MONDAY, nth: 3 },
  { month: 2, weekday: MONDAY, nth: 3 },
  { month: 5, weekday: MONDAY, nth: 'last' },
  { month: 9, weekday: MONDAY, nth: 1 },
  { month: 10, weekday: MONDAY, nth: 2 },
  { month: 11, weekday: THURSDAY, nth: 4 },
]

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const plusDays = (day: string, days: number): string => dayOf(new Date(dateOf(day).getTime() + days * DAY_MS))
const weekdayOf = (day: string): number => dateOf(day).getUTCDay()

const isMovingHoliday = (day: string): boolean => {
  const date = dateOf(day)
  const [month, ofMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
  return MOVING.some((holiday) => {
    if (holiday.month !== month || holiday.weekday !== date.getUTCDay()) return false
    return holiday.nth === 'last'
      ? plusDays(day, 7).slice(5, 7) !== day.slice(5, 7)
      : Math.ceil(ofMonth / 7) === holiday.nth
  })
}

const isHoliday = (day: string): boolean => {
  if (DATED.includes(day.slice(5))) return true
  // What falls on a Sunday is observed the day after.
  if (weekdayOf(day) === MONDAY && DATED.includes(plusDays(day, -1).slice(5))) return true
  return isMovingHoliday(day)
}

/** Whether a federal holiday of the United States falls on this very day, observed on it or not. */
export const isFederalHoliday = (day: string): boolean => DATED.includes(day.slice(5)) || isMovingHoliday(day)

/** Whether the Federal Reserve settles on this day. */
export const isBankingDay = (day: string): boolean => {
  const weekday = weekdayOf(day)
  return weekday !== SUNDAY && weekday !== SATURDAY && !isHoliday(day)
}

/** The day itself, or the banking day that follows it. */
const bankingDayFrom = (day: string): string => (isBankingDay(day) ? day : bankingDayFrom(plusDays(day, 1)))

/** The banking day that is `count` banking days after another day. */
export const plusBankingDays = (day: string, count: number): string =>
  count <= 0 ? day : plusBankingDays(bankingDayFrom(plusDays(day, 1)), count - 1)

const inNewYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: NEW_YORK,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** What calendar and clock of New York show at a moment: `2026-11-20` and `15:00`. */
export const newYorkTime = (at: Date): { day: string; time: string } => {
  const parts = Object.fromEntries(inNewYork.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, time: `${parts['hour']}:${parts['minute']}` }
}

/** The moment at which New York's clock shows a time between 03:00 and 23:59; the hours in which it is changed are left out. */
export const momentInNewYork = (day: string, time: string): Date => {
  const [winter, summer] = [5, 4].map((hours) => new Date(Date.parse(`${day}T${time}:00Z`) + hours * HOUR_MS)) as [
    Date,
    Date,
  ]
  return newYorkTime(summer).time === time ? summer : winter
}

/** The banking day with whose batch a request goes out that is made at a moment: after the cut-off it is the next one. */
export const batchDayOf = (at: Date, cutoff: string): string => {
  const { day, time } = newYorkTime(at)
  return bankingDayFrom(isBankingDay(day) && time >= cutoff ? plusDays(day, 1) : day)
}

/** Days between which money arrives that goes out with a day's batch. */
export const expectedDays = (batchDay: string): { from: string; to: string } => ({
  from: plusBankingDays(batchDay, 3),
  to: plusBankingDays(batchDay, 4),
})
