/** Stripe's words for a page and the payment on it, in ours. Its types are open unions, so every word is looked at. */
import type Stripe from 'stripe'
import type { CardOutcome, CheckoutSnapshot, SavedCard } from './port.ts'

const PAYMENT_WORDS: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
])

const outcomeOf = (session: Stripe.Checkout.Session, payment: Stripe.PaymentIntent | null): CardOutcome => {
  if (payment && !PAYMENT_WORDS.has(payment.status)) return 'unrecognised'
  if (session.status === 'complete') {
    // A completed page is not yet money: only a paid one whose payment succeeded is.
    if (session.payment_status === 'paid') return payment?.status === 'succeeded' ? 'succeeded' : 'unrecognised'
    return session.payment_status === 'unpaid' ? 'processing' : 'unrecognised'
  }
  if (session.status === 'open') return payment?.status === 'processing' ? 'processing' : 'open'
  if (session.status === 'expired') return payment?.status === 'succeeded' ? 'unrecognised' : 'expired'
  return 'unrecognised'
}

/** @param session with `payment_intent` expanded. */
export const snapshotOf = (session: Stripe.Checkout.Session): CheckoutSnapshot => {
  const payment = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const outcome = outcomeOf(session, payment)
  const isPaid = outcome === 'succeeded' && payment !== null
  const ref = isPaid ? payment.metadata['ref'] : session.client_reference_id
  return {
    providerId: session.id,
    ref: ref ?? null,
    outcome,
    amountCents: BigInt(isPaid ? payment.amount_received : (session.amount_total ?? 0)),
    currency: isPaid ? payment.currency : (session.currency ?? ''),
    paymentId: payment?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    url: outcome === 'open' ? (session.url ?? null) : null,
    wasDeclined: payment?.status === 'requires_payment_method' && payment.last_payment_error !== null,
    raw: [session.status, session.payment_status, payment?.status].filter(Boolean).join('/'),
  }
}

/** A charge is confirmed when it is made: one that wants a card again was declined, or its confirmation refused. */
const CHARGE_OUTCOMES: ReadonlyMap<string, CardOutcome> = new Map([
  ['succeeded', 'succeeded'],
  ['processing', 'processing'],
  ['requires_action', 'open'],
  ['requires_payment_method', 'failed'],
  ['canceled', 'expired'],
])

/** A payment with a saved card, which has no page. */
export const chargeSnapshotOf = (payment: Stripe.PaymentIntent): CheckoutSnapshot => {
  const outcome = CHARGE_OUTCOMES.get(payment.status) ?? 'unrecognised'
  return {
    providerId: payment.id,
    ref: payment.metadata['ref'] ?? null,
    outcome,
    amountCents: BigInt(outcome === 'succeeded' ? payment.amount_received : payment.amount),
    currency: payment.currency,
    paymentId: payment.id,
    url: outcome === 'open' ? (payment.next_action?.redirect_to_url?.url ?? null) : null,
    wasDeclined: outcome === 'failed',
    raw: payment.status,
  }
}

/** Null for what is no card. */
export const savedCardOf = ({ id, card, created }: Stripe.PaymentMethod): SavedCard | null =>
  card
    ? {
        cardId: id,
        brand: card.brand.toLowerCase(),
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        savedAt: new Date(created * 1_000),
      }
    : null
