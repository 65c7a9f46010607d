/** Credits in the books, and those that have no payment. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { RefundedCredit } from './debit-rules.ts'
import { AT_A_TIME, FIRST_ID } from './every-page.ts'

/** A credit that moves between `settlement:zelle` and suspense. */
export type Booking = { id: string; amountCents: bigint; way: 'arrived' | 'taken-back' }

/**
 * Credits that are to come into the books, or that the bank took back and are to be taken out; none of a list of which a look is under way,
 * since it may say otherwise. A page behind `last`.
 */
export const listBookings = async (db: Db, last: Booking | null): Promise<Booking[]> => {
  const { rows } = await sql<{ id: string; amount_cents: bigint; state: string }>`
    select id, amount_cents, state from zelle_credits
     where ((state = 'posted' and booked_at is null) or (state = 'removed' and booked_at is not null and unbooked_at is null))
       and not exists (select from zelle_pages where zelle_pages.source = zelle_credits.source)
       and id > ${last?.id ?? FIRST_ID}
     order by id limit ${AT_A_TIME}`.execute(db)
  return rows.map(({ id, amount_cents: amountCents, state }) => ({
    id,
    amountCents,
    way: state === 'posted' ? 'arrived' : 'taken-back',
  }))
}

/** It is in the books. */
export const markBooked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ booked_at: at }).where('id', '=', id).execute()
}

/** It was taken out of the books again. */
export const markUnbooked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ unbooked_at: at }).where('id', '=', id).execute()
}

/** Credits that operators refunded in a period, the earliest first. */
export const listRefunded = async (db: Db, { from, to }: { from: Date; to: Date }): Promise<RefundedCredit[]> =>
  db
    .selectFrom('zelle_credits')
    .select(['id', 'amount_cents as amountCents', 'payer', 'reference'])
    .where('ended_as', '=', 'refunded')
    .where('ended_at', '>=', from)
    .where('ended_at', '<', to)
    .orderBy('ended_at')
    .execute()

/** Nobody's for so long: how many, and how much. */
export const countUnclaimed = async (db: Db, before: Date): Promise<{ count: number; cents: bigint }> => {
  const { rows } = await sql<{ count: number; cents: bigint }>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents from zelle_credits
     where ended_at is null and booked_at < ${before} and state = 'posted'`.execute(db)
  return rows[0] ?? { count: 0, cents: 0n }
}

/** As operators read it; `disputedFor` is the payment that it names and does not fit. */
export type ListedCredit = {
  id: string
  seenAt: Date
  amountCents: bigint
  payer: string | null
  reference: string | null
  memo: string | null
  disputedFor: string | null
}

/** Which credits operators ask for: those that are held against a payment, or those that no payment has. */
export type CreditFilter = 'all' | 'disputed' | 'unmatched' | 'missing'

const openCredits = (db: Db, only: CreditFilter) => {
  const listed = db.selectFrom('zelle_credits').where('state', '=', 'posted')
  // Also those that somebody has.
  if (only === 'missing') return listed.where('missing_at', 'is not', null)
  const open = listed.where('ended_at', 'is', null)
  if (only === 'all') return open
  return only === 'disputed' ? open.where('claimed_by', '=', 'disputed') : open.where('claim_ref', 'is', null)
}

/** How many are still nobody's, and their cents in all. */
export const countOpenCredits = async (db: Db, only: CreditFilter): Promise<{ count: number; cents: bigint }> => {
  const total = sql<bigint>`coalesce(sum(amount_cents), 0)::bigint`.as('cents')
  return openCredits(db, only)
    .select([sql<number>`count(*)::int`.as('count'), total])
    .executeTakeFirstOrThrow()
}

const SORTS = { oldest: sql`seen_at, id`, newest: sql`seen_at desc, id desc`, largest: sql`amount_cents desc, id` }
export type CreditSort = keyof typeof SORTS

/** A page of what is still nobody's; the first is page 1. */
export const listOpenCredits = async (
  db: Db,
  limit: number,
  { only = 'all', sort = 'oldest', page = 1 }: { only?: CreditFilter; sort?: CreditSort; page?: number } = {},
): Promise<ListedCredit[]> => {
  const open = openCredits(db, only).selectAll().orderBy(SORTS[sort])
  const rows = await open
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    seenAt: row.seen_at,
    amountCents: row.amount_cents,
    payer: row.payer,
    reference: row.reference,
    memo: row.memo,
    disputedFor: row.claim_ref,
  }))
}
