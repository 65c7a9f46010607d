/** Which days a statement is for. Days have no zone here; what today is, the caller says. */
import { MOST_STATEMENT_DAYS } from '@puente/contract'
import { addDays } from '#lib/i18n/days.ts'

export const SPANS = ['thisMonth', 'lastMonth', 'thisYear', 'custom'] as const
export type Span = (typeof SPANS)[number]

export type Days = { fromDate: string; toDate: string }

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

/** The days of a span, up to today; null for those that the person chooses. */
export const daysOf = (span: Span, today: string): Days | null => {
  const first = monthStart(today)
  const before = addDays(first, -1)
  switch (span) {
    case 'thisMonth':
      return { fromDate: first, toDate: today }
    case 'lastMonth':
      return { fromDate: monthStart(before), toDate: before }
    case 'thisYear':
      return { fromDate: `${today.slice(0, 4)}-01-01`, toDate: today }
    case 'custom':
      return null
  }
}

/** Why chosen days are none that a statement can have; null when they are. */
export const daysTrouble = (
  { fromDate, toDate }: Days,
  today: string,
): 'missing' | 'wrongOrder' | 'ahead' | 'tooLong' | null => {
  if (fromDate === '' || toDate === '') return 'missing'
  if (fromDate > toDate) return 'wrongOrder'
  if (toDate > today) return 'ahead'
  return addDays(fromDate, MOST_STATEMENT_DAYS - 1) < toDate ? 'tooLong' : null
}

/** Days month by month: whole ones, but for the first and the last. */
export const monthsOf = ({ fromDate, toDate }: Days): Days[] => {
  const months: Days[] = []
  for (let from = fromDate; from <= toDate;) {
    const next = monthStart(addDays(monthStart(from), 31))
    const last = addDays(next, -1)
    months.push({ fromDate: from, toDate: last < toDate ? last : toDate })
    from = next
  }
  return months
}
