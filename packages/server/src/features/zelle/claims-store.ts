/** Which payment a credit is for, until it is credited or taken back. */
import { sql } from 'kysely'
import type { PaymentRef } from '#features/payments/index.ts'
import type { Db } from '#platform/db/database.ts'
import { AT_A_TIME, FIRST_ID } from './every-page.ts'
import { DISPUTES } from './match-rules.ts'

/** How a payment can claim a credit of the bank's list; operators claim for their orders (`credit-orders-store.ts`). */
export type ClaimedBy = 'code' | 'number' | 'disputed'

/**
 * Claims a credit for a payment; false when it is somebody's already, its number was used before, or
 * it does not fit and `DISPUTES` others are held against the payment. One of two who claim at once gets it.
 */
export const claimCredit = async (
  db: Db,
  id: string,
  { ownerId, ref }: { ownerId: string; ref: string },
  claimedBy: ClaimedBy,
): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    update zelle_credits as credits set claim_ref = ${ref}, claim_owner_id = ${ownerId}, claimed_by = ${claimedBy}
     where credits.id = ${id} and credits.ended_at is null and credits.order_id is null
       and (credits.claim_ref is null or credits.claimed_by = 'disputed')
       and (${claimedBy} <> 'number' or not exists (
             select from zelle_credits as used
              where used.source = credits.source and used.reference = credits.reference and used.claimed_by = 'number'))
       and (${claimedBy} <> 'disputed' or credits.claim_ref = ${ref} or ${DISPUTES} > (
             select count(*) from zelle_credits as held where held.claim_ref = ${ref} and held.ended_at is null))
    returning credits.id`.execute(db)
  return rows.length === 1
}

/** Its payment could not take it: it is free for another. Not once it has ended. */
export const dropClaim = async (db: Db, id: string): Promise<void> => {
  const free = { claim_ref: null, claim_owner_id: null, claimed_by: null }
  await db.updateTable('zelle_credits').set(free).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** A credit and the payment that it is for. */
export type Claimed = { id: string; ownerId: string; ref: string; amountCents: bigint }

/** Whether money is claimed for a payment that is not credited yet: that payment can no longer expire or be cancelled. */
export const isClaimed = async (db: Db, ref: string): Promise<boolean> => {
  const ofIt = db.selectFrom('zelle_credits').select('id').where('claim_ref', '=', ref).where('ended_at', 'is', null)
  const claimed = ofIt.where('claimed_by', 'in', ['code', 'number', 'operator']).where('state', '<>', 'removed')
  return (await claimed.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Claimed and in the books, but not credited yet, for one payment or for all: a process may have ended in between. A page behind
 * `last`.
 */
export const listClaimed = async (db: Db, ref: string | null, last: Claimed | null): Promise<Claimed[]> => {
  const rows = await db
    .selectFrom('zelle_credits')
    .select(['id', 'claim_owner_id', 'claim_ref', 'amount_cents'])
    .where('ended_at', 'is', null)
    .where('claimed_by', 'in', ['code', 'number'])
    .where(sql<boolean>`(${ref}::uuid is null or claim_ref = ${ref}::uuid)`)
    .where('booked_at', 'is not', null)
    .where('missing_at', 'is', null)
    .where('state', '=', 'posted')
    .where('id', '>', last?.id ?? FIRST_ID)
    .orderBy('id')
    .limit(AT_A_TIME)
    .execute()
  return rows.flatMap(({ id, claim_owner_id: ownerId, claim_ref: ref, amount_cents: amountCents }) =>
    ownerId && ref ? [{ id, ownerId, ref, amountCents }] : [],
  )
}

/** Its payment has it. */
export const endCredited = async (db: Db, id: string, at: Date): Promise<void> => {
  const ended = { ended_as: 'credited', ended_at: at }
  await db.updateTable('zelle_credits').set(ended).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** The payment that a credit claims or is held against; null when none does. */
export const findClaim = async (db: Db, ref: string): Promise<PaymentRef | null> => {
  const ofIt = db.selectFrom('zelle_credits').select('claim_owner_id').where('claim_ref', '=', ref)
  const ownerId = (await ofIt.limit(1).executeTakeFirst())?.claim_owner_id
  return ownerId ? { ownerId, ref } : null
}

/** What is held against a payment, in cents, as far as the bank still has it. */
export const disputedCents = async (db: Db, ref: string): Promise<bigint> => {
  const ofIt = db.selectFrom('zelle_credits').select('amount_cents').where('claim_ref', '=', ref)
  const open = ofIt.where('claimed_by', '=', 'disputed').where('ended_at', 'is', null).where('state', '=', 'posted')
  const rows = await open.execute()
  return rows.reduce((sum, { amount_cents: cents }) => sum + cents, 0n)
}

/** What was held against a payment that has ended is nobody's again. */
export const dropDisputes = async (db: Db, ref: string): Promise<void> => {
  const free = { claim_ref: null, claim_owner_id: null, claimed_by: null }
  const ofIt = db.updateTable('zelle_credits').set(free).where('claim_ref', '=', ref)
  await ofIt.where('claimed_by', '=', 'disputed').where('ended_at', 'is', null).where('order_id', 'is', null).execute()
}

/** `isEnded`: it was credited, as far as is noted. */
export type TakenBack = Claimed & { isEnded: boolean }

/**
 * Claimed, and taken out of the books because the bank took them back; what came of the claim may not be noted yet. Not while an order
 * of operators is under way, and not what was paid back. A page behind `last`.
 */
export const listTakenBack = async (db: Db, last: TakenBack | null): Promise<TakenBack[]> => {
  const rows = await db
    .selectFrom('zelle_credits')
    .select(['id', 'claim_owner_id', 'claim_ref', 'amount_cents', 'ended_as'])
    .where('state', '=', 'removed')
    .where('returned_at', 'is', null)
    .where('claim_ref', 'is not', null)
    .where('unbooked_at', 'is not', null)
    .where(sql<boolean>`(order_id is null or ended_as = 'credited')`)
    .where('id', '>', last?.id ?? FIRST_ID)
    .orderBy('id')
    .limit(AT_A_TIME)
    .execute()
  return rows.flatMap(
    ({ id, claim_owner_id: ownerId, claim_ref: ref, amount_cents: amountCents, ended_as: endedAs }) =>
      ownerId && ref ? [{ id, ownerId, ref, amountCents, isEnded: endedAs === 'credited' }] : [],
  )
}

/** It was taken back from whoever had it. */
export const markReturned = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ returned_at: at }).where('id', '=', id).execute()
}

/** What was claimed and never credited is the operators' to decide from now on; false when it was so before. */
export const disputeClaim = async (db: Db, id: string): Promise<boolean> => {
  const claimed = db.updateTable('zelle_credits').set({ claimed_by: 'disputed' }).where('id', '=', id)
  const { numUpdatedRows } = await claimed
    .where('ended_at', 'is', null)
    .where('claimed_by', '<>', 'disputed')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
