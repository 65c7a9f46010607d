/**
 * Money that comes in by card. The person pays on the provider's own page; no card number ever reaches us. What counts is
 * what the provider says when it is asked, never what an event or the browser brings.
 */
import type { Ref, WebhookSource } from '../types.ts'

/**
 * `open`: the page can be paid. `processing`: paid, not final. `unrecognised`: a word this code does not know; never
 * treated as a success nor as a failure.
 */
export type CardOutcome = 'open' | 'processing' | 'succeeded' | 'failed' | 'expired' | 'unrecognised'

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
  /** Keep the card that is entered for the next time. */
  saveCard?: boolean
}

/** A payment with a saved card, exactly as it is asked for. */
export type ChargeRequest = {
  /** Our payment's id; also the idempotency key. */
  ref: Ref
  customerId: string
  cardId: string
  amountCents: number
  /** Where the person comes back to when their bank has asked them to confirm. */
  returnUrl: string
  senderId: string
  recipientId: string
}

/** A card that the provider keeps for a person; its number is known there alone. */
export type SavedCard = {
  cardId: string
  /** As the provider writes it, in lower case. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** The same for the same card number, whoever saved it; null where the provider does not tell. */
  fingerprint: string | null
  /** To the second. */
  savedAt: Date
}

/** A page on which a card is saved and nothing is paid. */
export type SaveCardRequest = Pick<CheckoutRequest, 'customerId' | 'language' | 'successUrl' | 'cancelUrl'>

export type CheckoutSnapshot = {
  /** Of the page, or of the payment with a saved card. */
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

/** Something that takes money of a payment back, or may. */
export type CardReturn = {
  objectId: string
  kind: 'refund' | 'dispute' | 'warning'
  /** `open`: it may go; `gone`: it went back to the card; `kept`: it did not, or came back. */
  state: 'open' | 'gone' | 'kept' | 'unrecognised'
  amountCents: bigint
  /** What has moved for it on our account there, line by line: negative for what went away. */
  lines: { id: string; amountCents: bigint }[]
  /** Seconds since 1970. */
  at: number
  /** The provider's own status word. */
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
  /** Charges a saved card. A decline is a snapshot that failed; a bank that asks its holder to confirm, one that is open. */
  charge(request: ChargeRequest, options?: CallOptions): Promise<CheckoutSnapshot>
  /** Gives a payment with a saved card up, and tells how it ended: it may have been paid before. */
  cancelCharge(paymentId: string, options?: CallOptions): Promise<CheckoutSnapshot | null>
  /** As `findByRef`, among payments with saved cards. */
  findChargeByRef(
    asked: { ref: Ref; customerId: string; since: Date },
    options?: CallOptions,
  ): Promise<CheckoutSnapshot | null>
  /** All that takes money of a payment back, or may, the oldest first. */
  listReturns(paymentId: string, options?: CallOptions): Promise<CardReturn[]>
  /** The cards that a customer has saved, newest first; none of a customer whom the provider does not know. */
  listCards(customerId: string, options?: CallOptions): Promise<SavedCard[]>
  /** The address of a page on which a card is saved. */
  saveCardPage(request: SaveCardRequest, options?: CallOptions): Promise<string>
  /** Ends the customer's pages, opened until a moment, on which a card could still be saved; one that is done meanwhile is left. */
  closePages(customerId: string, until: Date | null, options?: CallOptions): Promise<void>
  /** The card can never be used again; nothing happens when it is forgotten already. */
  forgetCard(cardId: string, options?: CallOptions): Promise<void>
  /** Looks through the customer's pages made since a moment; null when none carries the reference. */
  findByRef(
    asked: { ref: Ref; customerId: string; since: Date },
    options?: CallOptions,
  ): Promise<CheckoutSnapshot | null>
  /** Closes the page, so that it can no longer be paid, and tells how it ended: it may have been paid before. */
  expire(providerId: string, options?: CallOptions): Promise<CheckoutSnapshot | null>
}
