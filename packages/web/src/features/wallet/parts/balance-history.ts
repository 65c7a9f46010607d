/** The balance at the end of each day, and what came in and went out by week, from the rows of a list. */
import type { Result, Transaction } from '@puente/contract'
import type { BalanceDay, BalanceWeek } from '@puente/ui/balance-chart'
import { addDays, dayIn } from '#lib/i18n/days.ts'
import { isOutgoing } from '#shared/movement/movement.ts'

export const HISTORY_DAYS = 30
const WEEK_DAYS = 7
/** With fewer days on which money moved a chart would show a step, not a course. */
const LEAST_DAYS = 3

type List = Pick<Result<'listTransactions'>, 'items' | 'end'>
type Asked = { viewerId: string; today: string; zone: string; /** Now, with what is on hold. */ balanceCents: number }
type Settled = { at: string; day: string; inCents: number; outCents: number; balanceCents: number }

/** The first day that the list covers whole: a list cut off in the middle of a day leaves that day out. */
const firstWholeDay = ({ items, end }: List, { today, zone }: Asked): string => {
  const first = addDays(today, 1 - HISTORY_DAYS)
  const oldest = items.at(-1)
  if (end || !oldest) return first
  const next = addDays(dayIn(oldest.date, zone), 1)
  return next > first ? next : first
}

/** What a row did to the wallet and when; null while it did nothing to it. Fees went out too. */
const settledOf = (row: Transaction, { viewerId, zone }: Asked): Settled | null => {
  if (row.state !== 'COMPLETED' || row.balance === null) return null
  const at = row.paymentDate ?? row.date
  const [inCents, outCents] = isOutgoing(row, viewerId) ? [0, row.amount + row.fee] : [row.amount, 0]
  return { at, day: dayIn(at, zone), inCents, outCents, balanceCents: row.balance }
}

const byTime = (a: Settled, b: Settled): number => a.at.localeCompare(b.at)

const sum = (rows: readonly Settled[], key: 'inCents' | 'outCents'): number =>
  rows.reduce((total, row) => total + row[key], 0)

/** Weeks that end today and before it; the oldest may be shorter. */
const weeksOf = (days: readonly BalanceDay[], settled: readonly Settled[]): BalanceWeek[] => {
  const weeks: BalanceWeek[] = []
  for (let end = days.length; end > 0; end -= WEEK_DAYS) {
    const [from, to] = [days[Math.max(0, end - WEEK_DAYS)]?.day ?? '', days[end - 1]?.day ?? '']
    const within = settled.filter(({ day }) => from <= day && day <= to)
    weeks.unshift({ from, to, inCents: sum(within, 'inCents'), outCents: sum(within, 'outCents') })
  }
  return weeks
}

/**
 * One entry per day up to today, oldest first; fewer than thirty when the list does not reach that far back. A day's
 * balance is the ledger's after the last row settled on it, so that a row the list lacks shifts no other day.
 */
export const balanceHistory = (list: List, asked: Asked) => {
  const first = firstWholeDay(list, asked)
  const settled = list.items
    // Newest first in the list; of two in the same instant the later one stays behind the other.
    .toReversed()
    .flatMap((row) => settledOf(row, asked) ?? [])
    .filter(({ day }) => day >= first && day <= asked.today)
    .toSorted(byTime)

  const [earliest] = settled
  let cents = earliest ? earliest.balanceCents - earliest.inCents + earliest.outCents : asked.balanceCents
  const days: BalanceDay[] = []
  for (let day = first; day < asked.today; day = addDays(day, 1)) {
    cents = settled.findLast((row) => row.day === day)?.balanceCents ?? cents
    days.push({ day, cents })
  }
  days.push({ day: asked.today, cents: asked.balanceCents })
  return {
    days,
    weeks: weeksOf(days, settled),
    isEnough: new Set(settled.map(({ day }) => day)).size >= LEAST_DAYS,
  }
}
