/**
 * A provider's own account of our money there, to be held line by line against what the ledger says of it. It is read from the
 * provider's report or ledger (Stripe balance transactions, PayPal reporting, Increase transactions, a bank's feed), never made of
 * the events and look-ups that our own entries come from.
 */
import type { Ref } from './types.ts'

/**
 * `payment`: a person's money came in. `payout`: a person's money went out. `return`: a payout came back. `refund`: a payment was given
 * back. `dispute`: a payment was taken back, or given again after one. `fee`: the provider's charge on a line of its own. `transfer`:
 * our own money between the provider and our bank. `reserve`: our own money that the provider sets aside, or lets go again. `unrecognised`:
 * a word that the adapter does not know; it is reported, never guessed.
 */
export type ReportKind =
  | 'payment'
  | 'payout'
  | 'return'
  | 'refund'
  | 'dispute'
  | 'fee'
  | 'transfer'
  | 'reserve'
  | 'unrecognised'

export type ReportLine = {
  /**
   * The provider's object, by the very id that the posting's key carries (`systemKey(verb, provider, objectId)`); for a `fee`, a
   * `transfer` and what is unrecognised, the line's own id.
   */
  objectId: string
  /** Our payment's id, where the line carries it. */
  ref: Ref | null
  /** The provider's object whose money this line moves back, where the line names one. */
  relatedId?: string | null
  /** What our money there grew by, before the provider's fee: positive for what came in, negative for what went out. */
  amountCents: bigint
  /** What the provider keeps of this line; 0 where it bills fees apart. */
  feeCents: bigint
  kind: ReportKind
  /** When it became final there. What is still clearing is no line yet. */
  at: Date
}

/** From inclusive, to exclusive. */
export type ReportPeriod = { from: Date; to: Date }

/** Part of the port of each provider that holds our money. */
export interface ReportSource {
  /**
   * Every line that became final in the period, in any order, all pages of it: a report that cannot be read to its end throws
   * ProviderError, since half of one would call the other half missing. Lines that the provider lists twice are given twice.
   */
  report(period: ReportPeriod): Promise<ReportLine[]>
}
