/** What PayPal's words say of a payout. */
import type { PayoutOutcome, PayoutSnapshot } from '../payout-port.ts'
import { centsOf } from './amounts.ts'
import { at, listAt, textAt } from '../fields.ts'

const DAY_MS = 86_400_000
const UNCLAIMED_DAYS = 30

const OUTCOMES: Readonly<Record<string, PayoutOutcome>> = {
  PENDING: 'accepted',
  SUCCESS: 'settled',
  FAILED: 'failed',
  UNCLAIMED: 'unclaimed',
  RETURNED: 'returned',
  REFUNDED: 'returned',
  REVERSED: 'returned',
  ONHOLD: 'review',
  BLOCKED: 'blocked',
}

const outcomeOf = (status: string | null): PayoutOutcome =>
  status !== null && Object.hasOwn(OUTCOMES, status) ? (OUTCOMES[status] ?? 'unrecognised') : 'unrecognised'

/** What nobody claims comes back thirty days after it began to wait. */
const returnsAtOf = (item: unknown): Date | null => {
  const since = Date.parse(textAt(item, 'time_processed') ?? '')
  return Number.isNaN(since) ? null : new Date(since + UNCLAIMED_DAYS * DAY_MS)
}

const moneyOf = (amount: unknown) => ({
  // What is no amount fits no payout.
  amountCents: centsOf(at(amount, 'value')) ?? -1n,
  currency: (textAt(amount, 'currency') ?? '').toLowerCase(),
})

export const itemSnapshotOf = (item: unknown): PayoutSnapshot => {
  const status = textAt(item, 'transaction_status')
  const outcome = outcomeOf(status)
  const itemId = textAt(item, 'payout_item_id') ?? ''
  // By this its books know it, once there is one.
  const transactionId = textAt(item, 'transaction_id')
  return {
    providerId: textAt(item, 'payout_batch_id') ?? '',
    otherIds: transactionId === null ? [itemId] : [itemId, transactionId],
    ref: textAt(item, 'payout_item', 'sender_item_id'),
    outcome,
    ...moneyOf(at(item, 'payout_item', 'amount')),
    returnId: itemId,
    reason: textAt(item, 'errors', 'name'),
    returnsAt: outcome === 'unclaimed' ? returnsAtOf(item) : null,
    raw: status ?? '',
  }
}

export const itemIdOf = (batch: unknown): string | null => textAt(batch, 'items', 0, 'payout_item_id')

/** PayPal has not looked into the batch yet, or has refused it as a whole: there is no item to ask. */
const emptyOutcomes: Readonly<Record<string, PayoutOutcome>> = {
  PENDING: 'accepted',
  PROCESSING: 'accepted',
  DENIED: 'failed',
  CANCELED: 'failed',
}

export const batchSnapshotOf = (batch: unknown): PayoutSnapshot => {
  const [item, ...more] = listAt(batch, 'items')
  const batchId = textAt(batch, 'batch_header', 'payout_batch_id') ?? ''
  if (item !== undefined && more.length === 0) return { ...itemSnapshotOf(item), providerId: batchId }
  const status = textAt(batch, 'batch_header', 'batch_status') ?? ''
  return {
    providerId: batchId,
    otherIds: [],
    ref: textAt(batch, 'batch_header', 'sender_batch_header', 'sender_batch_id'),
    outcome: more.length > 0 ? 'unrecognised' : (emptyOutcomes[status] ?? 'unrecognised'),
    ...moneyOf(at(batch, 'batch_header', 'amount')),
    returnId: batchId,
    reason: null,
    returnsAt: null,
    raw: status,
  }
}
