/** Money in and out by day, summed from the rows of a list. */
import type { Result, Transaction } from '@puente/contract'
import type { FlowDay } from '@puente/ui/flow-chart'
import { addDays, dayIn } from '#lib/days.ts'
import { isOutgoing } from '#lib/movement.ts'

export const FLOW_DAYS = 30

type List = Pick<Result<'listTransactions'>, 'items' | 'end'>
type Asked = { viewerId: string; today: string; zone: string }

/** The first day that the list covers whole: a list cut off in the middle of a day leaves that day out. */
const firstWholeDay = ({ items, end }: List, { today, zone }: Asked): string => {
  const first = addDays(today, 1 - FLOW_DAYS)
  const oldest = items.at(-1)
  if (end || !oldest) return first
  const next = addDays(dayIn(oldest.date, zone), 1)
  return next > first ? next : first
}

/** What a row did to the balance: only what is final counts, and what was paid in fees went out too. */
const flowOf = (row: Transaction, viewerId: string): Pick<FlowDay, 'inCents' | 'outCents'> => {
  if (row.state !== 'COMPLETED') return { inCents: 0, outCents: 0 }
  return isOutgoing(row, viewerId)
    ? { inCents: 0, outCents: row.amount + row.fee }
    : { inCents: row.amount, outCents: 0 }
}

/** One entry per day up to today, oldest first; fewer than thirty when the list does not reach that far back. */
export const flowOfDays = (list: List, asked: Asked): FlowDay[] => {
  const days: FlowDay[] = []
  for (let day = firstWholeDay(list, asked); day <= asked.today; day = addDays(day, 1))
    days.push({ day, inCents: 0, outCents: 0 })
  const byDay = new Map(days.map((day) => [day.day, day]))
  for (const row of list.items) {
    const day = byDay.get(dayIn(row.date, asked.zone))
    if (!day) continue
    const { inCents, outCents } = flowOf(row, asked.viewerId)
    day.inCents += inCents
    day.outCents += outCents
  }
  return days
}
