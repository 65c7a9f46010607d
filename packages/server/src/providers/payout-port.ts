/** Money that goes out over a provider: to a bank account, or to an account at the provider itself. */
import type { Ref, ProvidedRail, WebhookSource } from './types.ts'

/** Rails over which money goes out. */
export type PayoutRailName = Extract<ProvidedRail, 'bank' | 'paypal'>

/**
 * `accepted`: on its way. `unclaimed`: it waits for its receiver. `review`: somebody over there looks at it. `blocked`: stopped by
 * law, never to be given back without a person. `unrecognised`: a word this code does not know, or one that makes no sense.
 */
export type PayoutOutcome =
  | 'accepted'
  | 'unclaimed'
  | 'review'
  | 'blocked'
  | 'settled'
  | 'failed'
  | 'returned'
  | 'unrecognised'

/** Exactly what is asked for, the same each time. */
export type PayoutRequest<Destination> = {
  /** Our payment's id; also the idempotency key. */
  ref: Ref
  amountCents: bigint
  destination: Destination
}

export type PayoutSnapshot = {
  /** What it is read again by. */
  providerId: string
  /** Further ids by which events speak of it. */
  otherIds: readonly string[]
  ref: Ref | null
  outcome: PayoutOutcome
  amountCents: bigint
  /** As the provider writes it, in lower case. */
  currency: string
  /** The one object whose money comes back, if it does; it is credited once, whatever the return is called. */
  returnId: string
  /** The provider's word for what went wrong, such as a return code; null while all is well. */
  reason: string | null
  /** The day on which what nobody claims comes back. */
  returnsAt: Date | null
  /** The provider's own status words, for logs. */
  raw: string
  /** In review because its money came back, for a reason that a person has to understand. */
  isBack?: boolean
  /** How the receiving bank wants the account to be written from now on, oldest first. */
  corrections?: readonly AccountCorrection[]
}

/** Null is what stays as it is. */
export type AccountCorrection = {
  accountNumber: string | null
  routingNumber: string | null
  funding: 'checking' | 'savings' | null
}

export type PayoutCallOptions = { timeoutMs?: number }

/** Every call throws ProviderError. */
export interface PayoutRail<Destination = unknown> extends WebhookSource {
  send(request: PayoutRequest<Destination>, options?: PayoutCallOptions): Promise<PayoutSnapshot>
  /** Null when the provider knows nothing of that id, which may be any of a snapshot's ids. */
  fetch(objectId: string, options?: PayoutCallOptions): Promise<PayoutSnapshot | null>
  /**
   * What a request came to whose answer was lost. Null when there is certainly none now. A provider that can only be asked by
   * asking again does so here, where its own key keeps it from doing it twice.
   */
  findByRef(
    request: PayoutRequest<Destination>,
    options?: PayoutCallOptions,
  ): Promise<PayoutSnapshot | null | 'cannotTell'>
  /** Calls back what waits for its receiver; false when it is too late. Providers without it have none. */
  cancel?(providerId: string, ref: Ref, options?: PayoutCallOptions): Promise<boolean>
}
