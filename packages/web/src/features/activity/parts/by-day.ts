import type { Transaction } from '@puente/contract'
import { dayIn } from '#lib/i18n/days.ts'

export type Day = { day: string; rows: Transaction[] }

/** Rows in their order, parted where the reader's calendar day changes. */
export const byDay = (rows: readonly Transaction[], zone: string): Day[] => {
  const days: Day[] = []
  for (const row of rows) {
    const day = dayIn(row.date, zone)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

/** Rows of several pages without the ones a shifted page brought twice. */
export const withoutRepeats = (rows: readonly Transaction[]): Transaction[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
