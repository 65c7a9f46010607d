/** PayPal's words for an order, its capture and what went back of it, in ours. */
import { centsOf } from './amounts.ts'
import { at, listAt, textAt } from '../fields.ts'
import type { OrderOutcome, OrderSnapshot, ReturnSnapshot } from './port.ts'

const ORDER_WORDS: Readonly<Record<string, OrderOutcome>> = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'approved',
  VOIDED: 'expired',
}

const CAPTURE_WORDS: Readonly<Record<string, OrderOutcome>> = {
  COMPLETED: 'succeeded',
  PENDING: 'processing',
  DECLINED: 'declined',
  FAILED: 'declined',
  PARTIALLY_REFUNDED: 'returned',
  REFUNDED: 'returned',
  REVERSED: 'returned',
}

const RETURN_WORDS: Readonly<Record<string, ReturnSnapshot['outcome']>> = {
  COMPLETED: 'succeeded',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

const wordOf = <T extends string>(words: Readonly<Record<string, T>>, raw: string | null): T | 'unrecognised' =>
  (raw !== null && Object.hasOwn(words, raw) ? words[raw] : undefined) ?? 'unrecognised'

const moneyOf = (amount: unknown) => ({
  cents: centsOf(at(amount, 'value')),
  currency: (textAt(amount, 'currency_code') ?? '').toLowerCase(),
})

/** A refund as PayPal shows it. */
export const returnOf = (refund: unknown): ReturnSnapshot => {
  const raw = textAt(refund, 'status')
  const { cents, currency } = moneyOf(at(refund, 'amount'))
  return {
    providerId: textAt(refund, 'id') ?? '',
    ref: textAt(refund, 'custom_id'),
    outcome: cents === null ? 'unrecognised' : wordOf(RETURN_WORDS, raw),
    amountCents: cents ?? 0n,
    currency,
    raw: raw ?? '',
  }
}

const byTime = (a: unknown, b: unknown): number =>
  (textAt(a, 'create_time') ?? '').localeCompare(textAt(b, 'create_time') ?? '')

/** Of several attempts the one that brought money, else the last. */
const captureOf = (captures: readonly unknown[]): unknown =>
  captures.find((capture) => wordOf(CAPTURE_WORDS, textAt(capture, 'status')) !== 'declined') ?? captures.at(-1)

/** The page where the payer approves; its relation depends on how the order was made. */
const pageOf = (order: unknown): string | null => {
  const page = listAt(order, 'links').find((link) => /^(payer-action|approve)$/.test(textAt(link, 'rel') ?? ''))
  return textAt(page, 'href')
}

/** @param order in full, as `Prefer: return=representation` brings it. */
export const snapshotOf = (order: unknown): OrderSnapshot => {
  const unit = at(order, 'purchase_units', 0)
  const capture = captureOf(listAt(unit, 'payments', 'captures'))
  const [orderWord, captureWord] = [textAt(order, 'status'), textAt(capture, 'status')]
  // A completed order is not yet money: only its completed capture is.
  const outcome = capture === undefined ? wordOf(ORDER_WORDS, orderWord) : wordOf(CAPTURE_WORDS, captureWord)
  const { cents, currency } = moneyOf(at(capture ?? unit, 'amount'))
  return {
    providerId: textAt(order, 'id') ?? '',
    ref: textAt(capture, 'custom_id') ?? textAt(unit, 'custom_id'),
    outcome: cents === null ? 'unrecognised' : outcome,
    amountCents: cents ?? 0n,
    currency,
    captureId: textAt(capture, 'id'),
    feeCents: centsOf(at(capture, 'seller_receivable_breakdown', 'paypal_fee', 'value')),
    url: outcome === 'open' ? pageOf(order) : null,
    payerId: textAt(order, 'payer', 'payer_id') ?? textAt(order, 'payment_source', 'paypal', 'account_id'),
    returns: listAt(unit, 'payments', 'refunds').toSorted(byTime).map(returnOf),
    raw: [orderWord, captureWord, textAt(capture, 'status_details', 'reason')].filter(Boolean).join('/'),
  }
}
