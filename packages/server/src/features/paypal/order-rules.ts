/** For how long an order counts, and what PayPal's words for one mean for a pay-in. */
import type { PayinSnapshot } from '#features/payins/index.ts'
import type { CaptureRefusal, OrderOutcome, OrderSnapshot } from '#providers/paypal/port.ts'

const MINUTE_MS = 60_000
/** How long PayPal promises to know our key. */
export const KEY_LIFETIME_MS = 6 * 60 * MINUTE_MS
/** For so long PayPal lets a payer approve, and for so long we send an order that it may not know. */
const APPROVAL_MS = 180 * MINUTE_MS
/** After that time an order that was not approved cannot be approved any more. */
const CERTAINTY_MS = 5 * MINUTE_MS

/**
 * An order of this request can no longer be approved. One that was approved in time is another matter: PayPal tells of it,
 * and only our capture takes its money.
 */
export const isOrderOver = ({ createdAt }: { createdAt: Date }, at: Date): boolean =>
  at.getTime() > createdAt.getTime() + APPROVAL_MS + CERTAINTY_MS

const OUTCOMES: Record<OrderOutcome, PayinSnapshot['outcome']> = {
  open: 'open',
  approved: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  // It came first, whatever went back of it afterwards.
  returned: 'succeeded',
  declined: 'failed',
  expired: 'expired',
  unrecognised: 'unrecognised',
}

/** An order as a pay-in: its money has the id of the capture. */
export const payinOf = (order: OrderSnapshot): PayinSnapshot => {
  const { providerId, captureId, ref, outcome, amountCents, currency, url, raw } = order
  const wasDeclined = outcome === 'declined'
  return {
    providerId,
    paymentId: captureId,
    ref,
    outcome: OUTCOMES[outcome],
    amountCents,
    currency,
    url,
    wasDeclined,
    isHeld: outcome === 'processing',
    raw,
  }
}

const REFUSED_AS: Record<Exclude<CaptureRefusal, 'notApproved'>, PayinSnapshot['outcome']> = {
  // The payer tries again with another order: of this one nothing is ever captured.
  payerAction: 'failed',
  declined: 'failed',
  forbidden: 'unrecognised',
  unrecognised: 'unrecognised',
}

/** An approved order whose money PayPal does not give. */
export const refusedPayinOf = (
  order: OrderSnapshot,
  { refusal, raw }: { refusal: CaptureRefusal; raw: string },
): PayinSnapshot => {
  // The approval was taken back, or is not known everywhere over there yet.
  if (refusal === 'notApproved') return payinOf(order)
  const outcome = REFUSED_AS[refusal]
  return { ...payinOf(order), outcome, wasDeclined: outcome === 'failed', raw: `${order.raw}/${raw}` }
}
