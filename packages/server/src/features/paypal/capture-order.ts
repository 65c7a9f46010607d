/**
 * Taking the money of an approved order, and giving an order up. Only a capture of ours takes money, so an order is given up
 * by never being captured. The two exclude each other by the payment's lease; and once a capture was asked for, an order is no
 * longer given up, since the capture may still be carried out.
 */
import {
  canAdvance,
  dropLease,
  findPayment,
  type Lease,
  type Payment,
  PAYMENT_MOVES,
  type PaymentState,
  recordNews,
  takeLease,
} from '#features/payments/index.ts'
import { isAsAsked, type PayinSnapshot } from '#features/payins/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { OrderSnapshot } from '#providers/paypal/port.ts'
import { payinOf, refusedPayinOf } from './order-rules.ts'
import { PAYPAL } from './paypal-rail.ts'

/** Longer than a capture may take; and than it takes to end a payment whose order was given up. */
const LEASE_MS = 30_000

const BEFORE_CAPTURE = (Object.keys(PAYMENT_MOVES) as PaymentState[]).filter((state) => canAdvance(state, 'processing'))

/** Notes, before it is done, that PayPal will be asked for the money. */
const noteCapture = async ({ db, clock }: Services, lease: Lease, providerId: string): Promise<void> => {
  const news = { provider: PAYPAL.provider, providerId, providerPaymentId: null, url: null, reason: null }
  await recordNews(db, lease, news, { to: 'processing', from: BEFORE_CAPTURE, at: await databaseNow(db, clock) })
}

/**
 * Captures an order that PayPal calls approved, once, however many callers ask: beside another holder of the lease it is `processing`, and so is one
 * that is not what was asked for, of which nothing is taken.
 * Throws ProviderError, and MoneyFrozen while nothing could be posted.
 */
export const captureOrder = async (
  services: Services,
  payment: Payment,
  order: OrderSnapshot,
  timeoutMs: number,
): Promise<PayinSnapshot> => {
  const { db, clock, paypal, ledger } = services
  const { providerId } = order
  if (!isAsAsked(payment, order)) return payinOf(order)
  // What is taken over there has to be posted here.
  await ledger.requireNotFrozen()
  const lease = await takeLease(db, payment, await databaseNow(db, clock), LEASE_MS)
  if (!lease) return payinOf(order)
  let isRefused = false
  try {
    await noteCapture(services, lease, providerId)
    await services.failpoint('provider.before')
    const captured = await paypal.orders.capture({ providerId, ref: payment.ref }, { timeoutMs })
    await services.failpoint('provider.after')
    const snapshot = 'refusal' in captured ? refusedPayinOf(order, captured) : payinOf(captured)
    isRefused = snapshot.outcome === 'failed'
    return snapshot
  } finally {
    if (!isRefused) await dropLease(db, lease)
  }
}

/**
 * Gives an order up: `expired` unless PayPal was asked for its money. Null while another process has it in hand. The lease
 * is left to run out, so that no process captures what is about to be ended.
 */
export const giveOrderUp = async (
  services: Services,
  payment: Payment,
  providerId: string,
  timeoutMs: number,
): Promise<PayinSnapshot | null> => {
  const { db, clock, paypal } = services
  const lease = await takeLease(db, payment, await databaseNow(db, clock), LEASE_MS)
  if (!lease) return null
  let isGivenUp = false
  let order: OrderSnapshot | null = null
  try {
    order = await paypal.orders.fetch(providerId, { timeoutMs })
    const current = await findPayment(db, payment)
    const isUntouched = order?.outcome === 'open' || order?.outcome === 'approved'
    isGivenUp = isUntouched && current?.state !== 'processing'
  } finally {
    if (!isGivenUp) await dropLease(db, lease)
  }
  if (order && isGivenUp) return { ...payinOf(order), outcome: 'expired', url: null }
  return order?.outcome === 'approved' ? captureOrder(services, payment, order, timeoutMs) : order && payinOf(order)
}
