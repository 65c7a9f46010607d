/** What an invoice comes to, when it is overdue, when its payer may be reminded, and what each side may do with it. Pure. */
import {
  type ErrorCode,
  type InvoiceAct,
  type InvoiceSide,
  MAX_CENTS,
  NOTE_MAX,
  REMINDER_GAP_HOURS,
  REMINDERS_MAX,
} from '@puente/contract'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { isUnpaid } from './invoice-states.ts'

const HOUR_MS = 3_600_000

/** Noon UTC of the day after: only then has a day passed in every zone. */
const DAY_HAS_PASSED_MS = 36 * HOUR_MS

/** How far ahead a due date may lie. */
const MOST_DAYS_AHEAD = 5 * 366

/** When an invoice with this due date becomes overdue: once its day is over wherever one is, and so at one moment for everyone. */
export const overdueAt = (dueDate: string): Date => new Date(Date.parse(`${dueDate}T00:00:00Z`) + DAY_HAS_PASSED_MS)

export const isOverdue = ({ state, dueDate }: Pick<Invoice, 'state' | 'dueDate'>, now: Date): boolean =>
  dueDate !== null && isUnpaid(state) && now >= overdueAt(dueDate)

/** Whether a new invoice may be due on this day: one that has not passed, and not too far ahead. */
export const mayBeDue = (dueDate: string, now: Date): boolean => {
  const inMs = overdueAt(dueDate).getTime() - now.getTime()
  return inMs > 0 && inMs <= MOST_DAYS_AHEAD * 24 * HOUR_MS
}

type Reminded = Pick<Invoice, 'remindersSent' | 'remindedAt'>

/** From when on the payer may be reminded; null when the reminders are used up. */
export const nextReminderAt = ({ remindersSent, remindedAt }: Reminded, now: Date): Date | null => {
  if (remindersSent >= REMINDERS_MAX) return null
  return remindedAt === null
    ? now
    : new Date(Math.max(now.getTime(), remindedAt.getTime() + REMINDER_GAP_HOURS * HOUR_MS))
}

/** Why the payer of an invoice that is to be paid is not reminded now; null when they may be. */
export const reminderRefusal = (
  invoice: Reminded,
  now: Date,
): { code: ErrorCode; details: Record<string, unknown> } | null => {
  const next = nextReminderAt(invoice, now)
  if (next === null) return { code: 'tooManyRequests', details: { reason: 'remindersUsedUp' } }
  const waitMs = next.getTime() - now.getTime()
  if (waitMs <= 0) return null
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return { code: 'tooManyRequests', details: { reason: 'remindedLately', retryAfterSeconds } }
}

/** What its issuer may still give back: what was taken back, or may be, is not given a second time. */
export const refundableCents = (invoice: Invoice): bigint => {
  if (invoice.state !== 'paid') return 0n
  const left = invoice.returns.reduce(
    (cents, one) => cents - BigInt(one.cents),
    invoice.amountCents - invoice.refundedCents,
  )
  return left > 0n ? left : 0n
}

/** What each side may do with it now. */
export const actsOf = (invoice: Invoice, was: InvoiceSide, now: Date): InvoiceAct[] => {
  const { state } = invoice
  // A page that its payer has left makes way for another attempt.
  if (was === 'received' && state === 'processing') return ['pay']
  if (was === 'received') return state === 'toPay' ? ['pay', 'decline'] : []
  if (state === 'paid') return refundableCents(invoice) > 0n ? ['refund'] : []
  if (state !== 'toPay') return []
  return reminderRefusal(invoice, now) === null ? ['cancel', 'remind'] : ['cancel']
}

/** The amount of a list of lines, in cents; null when it is more than any amount may be. */
export const amountOf = (lines: readonly InvoiceLine[]): bigint | null => {
  const sum = lines.reduce((total, { priceCents, quantity }) => total + BigInt(priceCents) * BigInt(quantity), 0n)
  return sum <= BigInt(MAX_CENTS) ? sum : null
}

/** The note of an invoice whose issuer wrote none: its products by their names, as many as fit. */
export const noteOf = (lines: readonly InvoiceLine[]): string => {
  const text = lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', ')
  // A character of two units is not cut in half.
  return text.length <= NOTE_MAX ? text : `${text.slice(0, NOTE_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The quantities of a list of ids in which one that is repeated counts as often, in the order of their first mention. */
export const quantitiesOf = (ids: readonly string[]): Map<string, number> => {
  const counted = new Map<string, number>()
  for (const id of ids) counted.set(id, (counted.get(id) ?? 0) + 1)
  return counted
}
