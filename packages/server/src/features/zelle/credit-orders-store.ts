/**
 * A credit that operators decide about belongs to their order from before the first posting until the order has finished it. While it
 * does, the bank's list and the payers' numbers pass it by, and so does every other order.
 */
import { sql } from 'kysely'
import type { PaymentRef } from '#features/payments/index.ts'
import type { Db } from '#platform/db/database.ts'

/** One order about one credit, by their ids. */
export type CreditOrder = { orderId: string; creditId: string }

export type OrderedCredit = {
  amountCents: bigint
  /** The payment that it names and does not fit; once the order has begun to match, the payment that it is matched with. */
  claim: PaymentRef | null
  /** By this very order. */
  isBegun: boolean
  isEnded: boolean
}

const isFree = sql<boolean>`
  (order_id is null and ended_at is null and state = 'posted' and booked_at is not null and missing_at is null
    and (claimed_by is null or claimed_by = 'disputed'))`

/** A credit that this order may decide about, or has begun to: in the books and unclaimed, or its own. Null for any other. */
export const findForOrder = async (db: Db, { orderId, creditId }: CreditOrder): Promise<OrderedCredit | null> => {
  const row = await db
    .selectFrom('zelle_credits')
    .select(['amount_cents', 'claim_owner_id', 'claim_ref', 'order_id', 'ended_at'])
    .where('id', '=', creditId)
    .where((of) => of.or([of('order_id', '=', orderId), isFree]))
    .executeTakeFirst()
  if (!row) return null
  const { claim_owner_id: ownerId, claim_ref: ref } = row
  return {
    amountCents: row.amount_cents,
    claim: ownerId && ref ? { ownerId, ref } : null,
    isBegun: row.order_id === orderId,
    isEnded: row.ended_at !== null,
  }
}

/**
 * Claims a credit for an order, and for the payment that it is to pay, if any. Null when something else has claimed it; an order that
 * is taken up again gets what it had. `isListed` is false when the bank has taken the credit back since.
 */
export const claimForOrder = async (
  db: Db,
  { orderId, creditId }: CreditOrder,
  payment: PaymentRef | null,
): Promise<{ isListed: boolean } | null> => {
  const claim = payment && { claim_ref: payment.ref, claim_owner_id: payment.ownerId, claimed_by: 'operator' }
  const row = await db
    .updateTable('zelle_credits')
    .set({ order_id: orderId, ...claim })
    .where('id', '=', creditId)
    .where((of) => of.or([of.and([of('order_id', '=', orderId), of('ended_at', 'is', null)]), isFree]))
    .returning('state')
    .executeTakeFirst()
  return row ? { isListed: row.state === 'posted' } : null
}

const begun = (db: Db, { orderId, creditId }: CreditOrder) =>
  db
    .updateTable('zelle_credits')
    .where('id', '=', creditId)
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)

/** Gives a credit up about which nothing was posted. What it did not fit stays noted. */
export const releaseFromOrder = async (db: Db, order: CreditOrder): Promise<void> => {
  const free = { claim_ref: null, claim_owner_id: null, claimed_by: null }
  await begun(db, order).set(free).where('claimed_by', '=', 'operator').execute()
  await begun(db, order).set({ order_id: null }).execute()
}

export const endByOrder = async (
  db: Db,
  order: CreditOrder,
  endedAs: 'credited' | 'refunded',
  at: Date,
): Promise<void> => {
  await begun(db, order).set({ ended_as: endedAs, ended_at: at }).execute()
}

/** A missing credit is on the bank's list after all, or is gone from it for good; false when it is not missing any more. */
export const endMissing = async (db: Db, creditId: string, what: 'gone' | 'found'): Promise<boolean> => {
  const missing = db
    .updateTable('zelle_credits')
    .set({ missing_at: null, ...(what === 'gone' && { state: 'removed' }) })
  const { numUpdatedRows } = await missing
    .where('id', '=', creditId)
    .where('missing_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
