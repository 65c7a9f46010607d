/**
 * Money that comes in by card. The person pays on the provider's own page; no card number ever reaches us. What counts is
 * what the provider says when it is asked, never what an event or the browser brings.
 */
import type { Ref, WebhookSource } from '../types.ts'

/**
 * `open`: the page can be paid. `processing`: paid, not final. `unrecognised`: a word this code does not know; never
 * treated as a success nor as a failure.
 */
export type CardOutcome = 'open' | 'processing' | 'succeeded' | 'expired' | 'unrecognised'

/** A page to be paid, exactly as it is asked for; stored before it is sent, so that a retry says the same. */
export type CheckoutRequest = {
  /** Our payment's id; also the idempotency key. */
  ref: Ref
  customerId: string
  amountCents: number
  /** What the person reads on the page. */
  productName: string
  language: 'en' | 'es' | 'ko'
  successUrl: string
  cancelUrl: string
  /** Seconds since 1970. */
  expiresAt: number
  /** Our ids of both parties, nothing personal. */
  senderId: string
  recipientId: string
}

export type CheckoutSnapshot = {
  /** The page's id. */
  providerId: string
  ref: Ref | null
  outcome: CardOutcome
  amountCents: bigint
  /** As the provider writes it, in lower case. */
  currency: string
  /** Known after the first attempt to pay. */
  paymentId: string | null
  /** Only while the page can be paid. */
  url: string | null
  /** The last attempt on the page was refused; it stays open for another. */
  wasDeclined: boolean
  /** The provider's own status words, for logs. */
  raw: string
}

export type CallOptions = {
  /** Less inside a request than in a job. */
  timeoutMs?: number
}

/** Every call throws ProviderError. */
export interface CardIn extends WebhookSource {
  /** The provider's record of a person; it gets our id and nothing else. */
  createCustomer(ownerId: string, options?: CallOptions): Promise<string>
  checkout(request: CheckoutRequest, options?: CallOptions): Promise<CheckoutSnapshot>
  /** By the id of the page, or of the payment made on it; null when the provider knows no page of that id. */
  fetch(objectId: string, options?: CallOptions): Promise<CheckoutSnapshot | null>
  /** Looks through the customer's pages made since a moment; null when none carries the reference. */
  findByRef(
    asked: { ref: Ref; customerId: string; since: Date },
    options?: CallOptions,
  ): Promise<CheckoutSnapshot | null>
  /** Closes the page, so that it can no longer be paid, and tells how it ended: it may have been paid before. */
  expire(providerId: string, options?: CallOptions): Promise<CheckoutSnapshot | null>
}
