import type { NotificationItem } from '@puente/contract'
import { addDays, dayIn } from '#lib/i18n/days.ts'

export const AGES = ['today', 'yesterday', 'previous'] as const
export type Age = (typeof AGES)[number]

/** Notifications by how long ago they came, in the calendar days of the reader's zone; a group without any is left out. */
export const byAge = (
  items: readonly NotificationItem[],
  nowMs: number,
  zone: string,
): { age: Age; items: NotificationItem[] }[] => {
  const today = dayIn(nowMs, zone)
  const yesterday = addDays(today, -1)
  const ageOf = ({ createdAt }: NotificationItem): Age => {
    const day = dayIn(createdAt, zone)
    // A clock that is a little behind the server's makes nothing come tomorrow.
    if (day >= today) return 'today'
    return day === yesterday ? 'yesterday' : 'previous'
  }
  const groups = Map.groupBy(items, ageOf)
  return AGES.flatMap((age) => {
    const found = groups.get(age)
    return found ? [{ age, items: found }] : []
  })
}
