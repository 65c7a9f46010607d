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

/** Money that left our account, as the bank lists it. */
export type OutboundDebit = Pick<InboundCredit, 'lineId' | 'isPosted' | 'amountCents' | 'postedOn' | 'memo'> & {
  /** Whom the bank paid, as it writes it. */
  payee: string | null
  isZelle: boolean
}

/** A page of what is new on the list. */
export type FeedPage = {
  credits: InboundCredit[]
  /** For the report alone: nothing is credited or taken back by them. */
  debits: OutboundDebit[]
  /** `lineId`s that the bank no longer lists. */
  removed: string[]
  /** Where the next page begins; to be kept in the same transaction as the rest: what comes before it is not told again. */
  cursor: string
  /** Nothing more is new. */
  isLast: boolean
}

/**
 * What cannot go on from a cursor: `lost`, the bank does not know it any more and the list is to be read from its beginning; `changed`,
 * the list changed between two pages and this look is to start over where it began.
 */
export type FeedStop = 'lost' | 'changed'

export interface InboundFeed {
  /** Names the account that is read; a credit is known by this and its `externalId`. */
  source: string
  /** Reads a page from a cursor, from the beginning of the list without one. Null where credits are brought in by an operator. */
  read: ((cursor: string | null) => Promise<FeedPage | FeedStop>) | null
}
