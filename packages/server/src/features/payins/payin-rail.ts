/** What a rail by which money comes in has to say of itself; everything else about a pay-in is the same for all of them. */
import type { FeeOperation, Language, MovementMethod } from '@puente/contract'
import type { PaidFor, Payment } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'

/** What a pay-in does: it adds to the payer's own wallet, or to another person's. */
export type PayinKind = 'deposit' | 'send'

/** What its payer is told that it is for: a send may pay an invoice or a request. */
export type PayinPurpose = PayinKind | PaidFor['kind']

/** How a provider has a pay-in. `unrecognised` is a word that we do not know: a person decides, nothing is guessed. */
export type PayinOutcome = 'open' | 'processing' | 'succeeded' | 'failed' | 'expired' | 'unrecognised'

/** What a provider says of a pay-in, whichever provider it is. */
export type PayinSnapshot = {
  /** Of what is asked about: a page, an order, a payment. */
  providerId: string
  /** Of the money itself, once there is any: the ledger takes it once under this id. */
  paymentId: string | null
  /** Ours, as the provider carries it. */
  ref: string | null
  outcome: PayinOutcome
  amountCents: bigint
  /** In lower case. */
  currency: string
  /** Where the payer goes on, while there is something to do. */
  url: string | null
  /** The last attempt was refused; while the outcome is `open` another one may follow. */
  wasDeclined: boolean
  /** The payer's part is done, and the provider keeps the money back for now, as for a review. */
  isHeld?: boolean
  /** The provider's own words, for logs. */
  raw: string
}

/** What names a rail elsewhere: in rows, in the fee schedule, in the ledger's chart, at the provider. */
export type PayinNames = {
  rail: ProvidedRail
  method: MovementMethod
  operation: FeeOperation
  provider: string
  /**
   * The house account that a pay-in's money comes out of, and that what goes back goes into: `settlement:<rail>`; of a rail whose money is
   * in the books before its payment is known, suspense.
   */
  settlement: string
}

/** What a request to a provider is made of, once the fee is known. */
export type AskedOfProvider = {
  /** The movement's id; everything over there carries it. */
  ref: string
  ownerId: string
  purpose: PayinPurpose
  /** Who gets the money: the owner, or the other person of a send. */
  payeeId: string
  sessionId: string
  totalChargeCents: bigint
  language: Language
  publicUrl: string
  /** The batch's time. */
  at: Date
}

/**
 * A rail with a provider that is asked. Every call may throw ProviderError. A rail without one, as Zelle is, has only
 * `PayinNames`: it stores, settles and ends pay-ins, and brings them on in a way of its own.
 */
export type PayinRail = PayinNames & {
  /** For how long the provider knows our key. */
  keyLifetimeMs: number
  /**
   * Makes ready what the request needs besides the stored body, such as the provider's record of the person, and returns
   * the request itself: the same words under the same key however often. It is sent under a lease, after it was noted that
   * it goes out; `timeoutMs` is for both together, `leftMs` what remains of it.
   */
  prepare(services: Services, payment: Payment, timeoutMs: number): Promise<(leftMs: number) => Promise<PayinSnapshot>>
  /**
   * How the pay-in stands, of which the provider's id is known; null when the provider no longer knows it. May take the
   * provider's next step, such as capturing what was approved, if a repeat of it does no harm.
   */
  read(services: Services, payment: Payment & { providerId: string }, timeoutMs: number): Promise<PayinSnapshot | null>
  /** How the object of an event stands, regardless of its owner; null when the provider knows none of that id. */
  readObject(services: Services, objectId: string): Promise<PayinSnapshot | null>
  /** Looks for what a request whose answer was lost may have made; null when the provider knows of nothing. */
  findLost(services: Services, payment: Payment, timeoutMs: number): Promise<PayinSnapshot | null>
  /** Sees to it that it cannot be paid any more, and tells how it ended: it may have been paid before. */
  close(services: Services, payment: Payment, providerId: string, timeoutMs: number): Promise<PayinSnapshot | null>
  /** Nothing that came of this request can be paid any more, wherever it may have got to. */
  isOver(payment: Pick<Payment, 'body' | 'createdAt'>, at: Date): boolean
}
