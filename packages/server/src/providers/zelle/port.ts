/**
 * Money that arrives by Zelle. There is no merchant interface and no event that says who paid for what: the only evidence is a
 * credit in our own bank account, as the bank lists it.
 */

/** A credit as the bank lists it. `externalId` stays the same when a pending one is replaced by the posted one. */
export type InboundCredit = {
  externalId: string
  /** The bank's id of the line as it stands now; removals name it. */
  lineId: string
  isPosted: boolean
  amountCents: bigint
  /** The day of the bank, ISO. */
  postedOn: string
  /** Who paid, as the bank writes it. */
  payer: string | null
  /** The number that the paying bank showed. */
  reference: string | null
  /** What the payer wrote, with whatever else the bank says of the payment: the memo is looked for in all of it. */
  memo: string | null
}

export type FeedNews = {
  credits: InboundCredit[]
  /** `lineId`s that the bank no longer lists. */
  removed: string[]
  /** To be kept in the same transaction as the rest: what comes before it is not told again. */
  cursor: string
  /** The bank did not know our cursor: this is its whole list, from the start. */
  isReadAgain?: boolean
}

export interface InboundFeed {
  /** Names the account that is read; a credit is known by this and its `externalId`. */
  source: string
  /** Null where credits are brought in by an operator. */
  poll: ((cursor: string | null) => Promise<FeedNews>) | null
}
