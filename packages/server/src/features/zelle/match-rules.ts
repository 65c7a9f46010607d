/**
 * Whether a credit is for a payment. A code is known to nobody but its payer, so code and exact amount are enough; a number is no
 * secret, so it counts only together with the holder's name. Of a number that does not fit nothing is ever told: an answer
 * that differs would let people ask about other people's payments.
 */
import { isSameHolder } from './holder-rules.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Different numbers that may be given for one payment. */
export const TRIES = 5

/** Credits that are held against one payment at a time. More that do not fit stay nobody's, for the operators to pay back. */
export const DISPUTES = 5

/** How long a payment waits for its money, and how far from its beginning a credit may lie. */
export const WAITS_MS = 48 * HOUR_MS
/** After a number was given; what is usual has passed then. */
const NOT_SEEN_MS = 30 * MINUTE_MS
/** A feed that was not read for so long says nothing about what has come. */
export const STALE_MS = 30 * MINUTE_MS

/** What is known of a credit; amounts in cents, `reference` is the number that the payer's bank shows. */
export type Credit = {
  state: 'pending' | 'posted' | 'removed'
  amountCents: bigint
  codes: readonly string[]
  reference: string | null
  payer: string | null
  seenAt: Date
}

/** What is known of a payment that waits for its money. */
export type Waiting = {
  code: string
  totalCents: bigint
  createdAt: Date
  confirmation: string | null
  holderName: string | null
}

/**
 * `code` and `number` say by what a credit fits; `disputed` that it names the payment and does not fit, or was taken back by the
 * bank; `later` that it will be known once the bank has posted it.
 */
export type Verdict = 'code' | 'number' | 'disputed' | 'later' | 'none'

const isInTime = (credit: Credit, { createdAt }: Waiting): boolean =>
  Math.abs(credit.seenAt.getTime() - createdAt.getTime()) <= WAITS_MS

const fit = (credit: Credit, waiting: Waiting): Exclude<Verdict, 'later'> => {
  const { totalCents, holderName, confirmation } = waiting
  const isExact = credit.amountCents === totalCents
  if (credit.codes.includes(waiting.code)) {
    const isOtherHolder = holderName !== null && credit.payer !== null && !isSameHolder(holderName, credit.payer)
    return isExact && !isOtherHolder ? 'code' : 'disputed'
  }
  const isNumber = confirmation !== null && confirmation === credit.reference
  return isNumber && isExact && isSameHolder(holderName, credit.payer) ? 'number' : 'none'
}

/**
 * What a credit is to a payment that it names by code or number. One that lies more than two days from the payment's beginning is `none`,
 * whatever it says.
 */
export const judge = (credit: Credit, waiting: Waiting): Verdict => {
  if (!isInTime(credit, waiting)) return 'none'
  const fits = fit(credit, waiting)
  if (fits === 'none' || credit.state === 'posted') return fits
  return credit.state === 'pending' ? 'later' : 'disputed'
}

/** What becomes of a payment whose money has not come. `readAt` is when the bank's list was last read. */
export const standing = (
  { expiresAt, confirmedAt, isDisputed }: { expiresAt: Date; confirmedAt: Date | null; isDisputed: boolean },
  { at, readAt }: { at: Date; readAt: Date | null },
): 'waits' | 'notSeen' | 'expired' => {
  if (isDisputed) return 'waits'
  // What came before the end may be told after it: a list that was not read since decides nothing.
  if (at >= expiresAt && readAt !== null && readAt >= expiresAt) return 'expired'
  return confirmedAt !== null && at.getTime() - confirmedAt.getTime() >= NOT_SEEN_MS ? 'notSeen' : 'waits'
}
