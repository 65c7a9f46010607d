/**
 * Carries out what operators decided about a credit: claims it for their order, posts, and ends it. A process that ends in between is
 * followed by another, which takes the same order up again and comes to the same end.
 */
import type { Outcome } from '@puente/ledger'
import { databaseNow } from '#platform/db/database.ts'
import type { PaymentRef } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import { claimForOrder, type CreditOrder, endByOrder, releaseFromOrder } from './credit-orders-store.ts'

/**
 * What became of an order. `done`; otherwise nothing was changed: `notOpen` when the credit or the payment is no longer open,
 * `notExact` when their amounts differ, `notDisputed` when the credit names no payment, `accountClosed` when its payer can get nothing
 * any more, `notByImport` when a list was to be imported where another feed is read.
 */
export type ActOutcome = 'done' | 'notOpen' | 'notExact' | 'notDisputed' | 'accountClosed' | 'notByImport'

type Decision = {
  /** The payment that the credit is to pay, if any. */
  pays: PaymentRef | null
  endedAs: 'credited' | 'refunded'
  /** Once per credit, however often it is called. */
  post: () => Promise<Outcome>
  /** Whether `post` has been accepted before. */
  isPosted: () => Promise<boolean>
  /** What follows from it besides the end of the credit; may be repeated. */
  follow: () => Promise<unknown>
}

export const decideCredit = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  order: CreditOrder,
  { pays, endedAs, post, isPosted, follow }: Decision,
): Promise<ActOutcome> => {
  const claimed = await claimForOrder(db, order, pays)
  if (!claimed) return 'notOpen'
  // The bank took it back while the order was under way: there is nothing left to give, unless it has been given.
  const outcome = claimed.isListed || (await isPosted()) ? await post() : null
  if (!outcome?.accepted) {
    await releaseFromOrder(db, order)
    return outcome?.refusal.code === 'invalidUser' ? 'accountClosed' : 'notOpen'
  }
  await follow()
  await endByOrder(db, order, endedAs, await databaseNow(db, clock))
  return 'done'
}
