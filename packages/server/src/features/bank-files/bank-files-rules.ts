/** When a file is closed, how it is called, and whether our account covers it: pure. */
import { isBankingDay, newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'

const MINUTE_MS = 60_000
/** All that is released at a cut-off comes within minutes: a file is closed once nothing has come for so long. */
const QUIET_MS = 2 * MINUTE_MS
/** Or once so long has passed, however much still comes. */
const LONGEST_MS = 60 * MINUTE_MS

export type Waiting = { count: number; totalCents: bigint; oldestAt: Date; newestAt: Date }

/** Whether what waits makes a file now. */
export const isFileDue = ({ oldestAt, newestAt }: Waiting, at: Date): boolean =>
  at.getTime() - newestAt.getTime() >= QUIET_MS || at.getTime() - oldestAt.getTime() >= LONGEST_MS

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The next file id modifier of a day that has so many files; null when the day has no more. */
export const modifierAfter = (files: number): string | null => MODIFIERS[files] ?? null

/** What a file is known by at the bank, and here: eight characters, never used again. */
export const referenceOf = (day: string, modifier: string): string => `P${day.replaceAll('-', '').slice(2)}${modifier}`

export type Balance = { cents: bigint; at: Date }

/** The banking day before a day, or the day itself when it is none and the last one was before it. */
const previousBankingDay = (day: string): string => {
  const before = new Date(new Date(`${day}T00:00:00Z`).getTime() - 86_400_000).toISOString().slice(0, 10)
  return isBankingDay(before) ? before : previousBankingDay(before)
}

export type Funding = 'covered' | 'noBalance' | 'oldBalance' | 'short'

/**
 * Whether our account at the bank covers a file, after the files that the bank has and has not taken out of it yet. A
 * balance of before the last banking day tells nothing.
 */
export const fundingOf = (
  balance: Balance | null,
  { totalCents, promisedCents, at }: { totalCents: bigint; promisedCents: bigint; at: Date },
): Funding => {
  if (!balance) return 'noBalance'
  if (newYorkTime(balance.at).day < previousBankingDay(newYorkTime(at).day)) return 'oldBalance'
  return balance.cents - promisedCents >= totalCents ? 'covered' : 'short'
}

/** The morning of the banking day after it was made: by then the bank has said whether it takes a file. */
export const isAnswerOverdue = (day: string, at: Date): boolean => {
  const now = newYorkTime(at)
  const due = plusBankingDays(day, 1)
  return now.day > due || (now.day === due && now.time >= '09:00')
}
