/**
 * Money that comes in from a person's PayPal account, by an order: made, approved by the payer on PayPal's page, captured by
 * us. What counts is what PayPal says when it is asked, never what an event or the browser brings.
 */
import type { PayoutRail } from '../payout-port.ts'
import type { Ref, WebhookSource } from '../types.ts'
import type { PaypalDestination } from './payouts.ts'

/**
 * `open`: the payer can approve. `approved`: the payer has, and the money can be captured. `processing`: captured, not
 * final. `succeeded`: the capture is complete. `declined`: the capture came to nothing. `expired`: the order is void.
 * `returned`: the captured money, or a part of it, has gone back. `unrecognised`: a word this code does not know; never
 * treated as a success nor as a failure.
 */
export type OrderOutcome =
  | 'open'
  | 'approved'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'expired'
  | 'returned'
  | 'unrecognised'

/** An order exactly as it is asked for; stored before it is sent, so that a retry says the same. */
export type OrderRequest = {
  /** Our payment's id; also the idempotency key. */
  ref: Ref
  amountCents: bigint
  brandName: string
  /** What the payer reads on the page. */
  description: string
  language: 'en' | 'es' | 'ko'
  returnUrl: string
  cancelUrl: string
}

export type OrderSnapshot = {
  /** The order's id. */
  providerId: string
  ref: Ref | null
  outcome: OrderOutcome
  /** What was captured, or while nothing was, what is asked for. */
  amountCents: bigint
  /** As PayPal writes it, in lower case. */
  currency: string
  /** Known once the money was captured, or its capture failed. */
  captureId: string | null
  /** PayPal's own share of the captured money; null while it is not known. */
  feeCents: bigint | null
  /** Where the payer approves; only while that is possible. */
  url: string | null
  /** PayPal's id of the payer, known once they have looked at the order. */
  payerId: string | null
  /** Captured money that went back, or is about to; the oldest first. */
  returns: readonly ReturnSnapshot[]
  /** PayPal's own status words, for logs. */
  raw: string
}

/**
 * What capturing came to without money. `payerAction`: the payer has to choose another way to pay, on the same page.
 * `notApproved`: the payer has not been there. `declined`: PayPal does not do it. `forbidden`: PayPal may not do it, and people
 * look at why. `unrecognised`: a word this code does not know.
 */
export type CaptureRefusal = 'payerAction' | 'notApproved' | 'declined' | 'forbidden' | 'unrecognised'

/** Captured money that goes back: a refund, which carries a reference of ours, or without one PayPal's reversal. */
export type ReturnSnapshot = {
  providerId: string
  ref: Ref | null
  outcome: 'pending' | 'succeeded' | 'failed' | 'unrecognised'
  amountCents: bigint
  currency: string
  raw: string
}

/** A movement of money on our account at PayPal, as its own books have it. */
export type PaypalTransaction = {
  id: string
  /** PayPal's code of what it is, such as `T0006`. */
  code: string
  ref: Ref | null
  /** The line whose money it moves back. */
  relatedId: string | null
  /** What came in; negative for what went out. */
  amountCents: bigint
  currency: string
  /** PayPal's share; negative. */
  feeCents: bigint
  status: string
  at: Date
}

export type CallOptions = {
  /** Less inside a request than in a job. */
  timeoutMs?: number
}

/** Every call throws ProviderError. */
export interface PaypalOrders {
  /** The same request again answers with the order that there is. */
  create(request: OrderRequest, options?: CallOptions): Promise<OrderSnapshot>
  /** By the id of the order, or of its capture; null when PayPal knows none of that id. */
  fetch(objectId: string, options?: CallOptions): Promise<OrderSnapshot | null>
  /** Takes the money of an approved order. Asking twice takes it once. */
  capture(
    order: { providerId: string; ref: Ref },
    options?: CallOptions,
  ): Promise<OrderSnapshot | { refusal: CaptureRefusal; raw: string }>
  /** Gives captured money back; `ref` is the refund's own. */
  refund(asked: { ref: Ref; captureId: string; amountCents: bigint }, options?: CallOptions): Promise<ReturnSnapshot>
}

/** PayPal, both ways; its events; and its own books. */
export type Paypal = {
  orders: PaypalOrders
  payouts: PayoutRail<PaypalDestination>
  events: WebhookSource
  /** All movements on our account since then, for comparing our books with PayPal's. Throws ProviderError. */
  listTransactions(span: { since: Date; until: Date }): Promise<PaypalTransaction[]>
}
