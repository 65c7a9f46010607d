/** Credits in the books, and those that have no payment. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/** Looked at in one go; what is left comes in the next. */
const AT_A_TIME = 200

/** A credit that moves between `settlement:zelle` and suspense. */
export type Booking = { id: string; amountCents: bigint }

/** Credits that are to come into the books, or that the bank took back and are to be taken out. */
export const listBookings = async (db: Db): Promise<{ into: Booking[]; outOf: Booking[] }> => {
  const { rows } = await sql<{ id: string; amount_cents: bigint; state: string }>`
    select id, amount_cents, state from zelle_credits
     where (state = 'posted' and booked_at is null) or (state = 'removed' and booked_at is not null and unbooked_at is null)
     order by seen_at limit ${AT_A_TIME}`.execute(db)
  const of = (state: string) =>
    rows.filter((row) => row.state === state).map((row) => ({ id: row.id, amountCents: row.amount_cents }))
  return { into: of('posted'), outOf: of('removed') }
}

/** It is in the books. */
export const markBooked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ booked_at: at }).where('id', '=', id).execute()
}

/** It was taken out of the books again. */
export const markUnbooked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ unbooked_at: at }).where('id', '=', id).execute()
}

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

/** What is still nobody's, the oldest first. */
export const listOpenCredits = async (db: Db, limit: number): Promise<ListedCredit[]> => {
  const open = db.selectFrom('zelle_credits').selectAll().where('ended_at', 'is', null).where('state', '=', 'posted')
  const rows = await open.orderBy('seen_at').limit(limit).execute()
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
