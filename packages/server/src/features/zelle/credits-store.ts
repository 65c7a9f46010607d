import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { FeedNews, InboundCredit } from '#providers/zelle/port.ts'
import { codesIn } from './memo-rules.ts'
import type { Credit, Waiting } from './match-rules.ts'

/** Looked at in one go; what is left comes in the next. */
const AT_A_TIME = 200

export const findFeed = async (db: Db, source: string): Promise<{ cursor: string | null; readAt: Date } | null> => {
  const columns = ['cursor', 'read_at'] as const
  const row = await db.selectFrom('zelle_feeds').select(columns).where('source', '=', source).executeTakeFirst()
  return row ? { cursor: row.cursor, readAt: row.read_at } : null
}

/** When any feed besides this one was read last; null when none ever was. */
export const findLastRead = async (db: Db, besides: string): Promise<Date | null> => {
  const others = db.selectFrom('zelle_feeds').select('read_at').where('source', '<>', besides)
  return (await others.orderBy('read_at', 'desc').limit(1).executeTakeFirst())?.read_at ?? null
}

/** Moves the cursor on; false when another process has read the list meanwhile. */
export const moveFeed = async (
  trx: Trx,
  source: string,
  { from, to, at }: { from: string | null; to: string; at: Date },
): Promise<boolean> => {
  const insert = trx.insertInto('zelle_feeds').values({ source, cursor: null, read_at: at })
  await insert.onConflict((conflict) => conflict.column('source').doNothing()).execute()
  const { numUpdatedRows } = await trx
    .updateTable('zelle_feeds')
    .set({ cursor: to, read_at: at })
    .where('source', '=', source)
    .where(sql<boolean>`cursor is not distinct from ${from}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const HOUR_MS = 3_600_000
/** The end of a banking day in New York, at the latest. */
const DAY_ENDS_MS = 29 * HOUR_MS

/** When a credit came: when it was first listed, but not after the day that the bank gives it, however late the list was read. */
const arrivedAt = ({ postedOn }: InboundCredit, at: Date): Date =>
  new Date(Math.min(at.getTime(), Date.parse(`${postedOn}T00:00:00Z`) + DAY_ENDS_MS))

const upsertCredit = async (trx: Trx, source: string, credit: InboundCredit, at: Date): Promise<void> => {
  const said = {
    line_id: credit.lineId,
    amount_cents: credit.amountCents,
    posted_on: credit.postedOn,
    payer: credit.payer,
    reference: credit.reference,
    memo: credit.memo,
    codes: codesIn(credit.memo),
    state: credit.isPosted ? 'posted' : 'pending',
  }
  await trx
    .insertInto('zelle_credits')
    .values({ id: newId(), source, external_id: credit.externalId, seen_at: arrivedAt(credit, at), ...said })
    // What has come into the books is not changed by what the list says later.
    .onConflict((conflict) =>
      conflict.columns(['source', 'external_id']).doUpdateSet(said).where('zelle_credits.booked_at', 'is', null),
    )
    .execute()
}

/** Takes over what the bank's list says, credits first: a line that replaces another is in the same news as the removal. */
export const keepNews = async (trx: Trx, source: string, { credits, removed }: FeedNews, at: Date): Promise<void> => {
  for (const credit of credits) await upsertCredit(trx, source, credit, at)
  if (removed.length === 0) return
  await trx
    .updateTable('zelle_credits')
    .set({ state: 'removed' })
    .where('source', '=', source)
    .where('line_id', 'in', removed)
    .execute()
}

/** Our credits by the ids under which the bank lists them. */
export const findCreditIds = async (
  db: Db,
  source: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> => {
  if (externalIds.length === 0) return new Map()
  const asked = db.selectFrom('zelle_credits').select(['id', 'external_id as externalId']).where('source', '=', source)
  const rows = await asked.where('external_id', 'in', externalIds).execute()
  return new Map(rows.map(({ id, externalId }) => [externalId, id]))
}

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

export const markBooked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ booked_at: at }).where('id', '=', id).execute()
}
export const markUnbooked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('zelle_credits').set({ unbooked_at: at }).where('id', '=', id).execute()
}

export type Pair = {
  creditId: string
  /** Known not to fit since an earlier look. */
  isDisputed: boolean
  owner: { ownerId: string; ref: string }
  credit: Credit
  waiting: Waiting
}

type PairRow = {
  id: string
  claimed_by: string | null
  state: Credit['state']
  amount_cents: bigint
  codes: string[]
  reference: string | null
  payer: string | null
  seen_at: Date
  ref: string
  owner_id: string
  code: string
  total_cents: bigint
  created_at: Date
  confirmation: string | null
  holder_name: string | null
}

/** Every credit that is nobody's yet beside each payment that it names by code or number; of one payment, or of all. */
export const listPairs = async (db: Db, ref: string | null = null): Promise<Pair[]> => {
  const { rows } = await sql<PairRow>`
    select credits.id, credits.claimed_by, credits.state, credits.amount_cents, credits.codes, credits.reference, credits.payer, credits.seen_at,
           waiting.ref, waiting.owner_id, waiting.code, waiting.total_cents, waiting.created_at, waiting.confirmation,
           waiting.holder_name
      from zelle_credits as credits
      join zelle_waiting as waiting
        on waiting.code = any(credits.codes) or waiting.confirmation = credits.reference
     where credits.ended_at is null and credits.order_id is null
       and (credits.claim_ref is null or (credits.claimed_by = 'disputed' and credits.claim_ref = waiting.ref))
       and (${ref}::uuid is null or waiting.ref = ${ref}::uuid)
     order by credits.seen_at, credits.id limit ${AT_A_TIME}`.execute(db)
  return rows.map((row) => ({
    creditId: row.id,
    isDisputed: row.claimed_by === 'disputed',
    owner: { ownerId: row.owner_id, ref: row.ref },
    credit: {
      state: row.state,
      amountCents: row.amount_cents,
      codes: row.codes,
      reference: row.reference,
      payer: row.payer,
      seenAt: row.seen_at,
    },
    waiting: {
      code: row.code,
      totalCents: row.total_cents,
      createdAt: row.created_at,
      confirmation: row.confirmation,
      holderName: row.holder_name,
    },
  }))
}

/** How a payment can claim a credit of the bank's list; operators claim for their orders (`credit-orders-store.ts`). */
export type ClaimedBy = 'code' | 'number' | 'disputed'

/**
 * Claims a credit for a payment; false when it is somebody's already, or its number was used before. One of two who claim at once
 * gets it.
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
    returning credits.id`.execute(db)
  return rows.length === 1
}

export const dropClaim = async (db: Db, id: string): Promise<void> => {
  const free = { claim_ref: null, claim_owner_id: null, claimed_by: null }
  await db.updateTable('zelle_credits').set(free).where('id', '=', id).where('ended_at', 'is', null).execute()
}

export type Claimed = { id: string; ownerId: string; ref: string; amountCents: bigint }

/** Whether money is claimed for a payment that is not credited yet: that payment can no longer expire or be cancelled. */
export const isClaimed = async (db: Db, ref: string): Promise<boolean> => {
  const ofIt = db.selectFrom('zelle_credits').select('id').where('claim_ref', '=', ref).where('ended_at', 'is', null)
  const claimed = ofIt.where('claimed_by', 'in', ['code', 'number', 'operator']).where('state', '<>', 'removed')
  return (await claimed.limit(1).executeTakeFirst()) !== undefined
}

/** Claimed and in the books, but not credited yet, for one payment or for all: a process may have ended in between. */
export const listClaimed = async (db: Db, ref: string | null = null): Promise<Claimed[]> => {
  const rows = await db
    .selectFrom('zelle_credits')
    .select(['id', 'claim_owner_id', 'claim_ref', 'amount_cents'])
    .where('ended_at', 'is', null)
    .where('claimed_by', 'in', ['code', 'number'])
    .where(sql<boolean>`(${ref}::uuid is null or claim_ref = ${ref}::uuid)`)
    .where('booked_at', 'is not', null)
    .where('state', '=', 'posted')
    .orderBy('seen_at')
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

export type TakenBack = Claimed & { isEnded: boolean }

/**
 * Claimed, and taken out of the books because the bank took them back; what came of the claim may not be noted yet. Not while an order
 * of operators is under way, and not what was paid back.
 */
export const listTakenBack = async (db: Db): Promise<TakenBack[]> => {
  const rows = await db
    .selectFrom('zelle_credits')
    .select(['id', 'claim_owner_id', 'claim_ref', 'amount_cents', 'ended_as'])
    .where('state', '=', 'removed')
    .where('returned_at', 'is', null)
    .where('claim_ref', 'is not', null)
    .where('unbooked_at', 'is not', null)
    .where(sql<boolean>`(order_id is null or ended_as = 'credited')`)
    .orderBy('unbooked_at')
    .limit(AT_A_TIME)
    .execute()
  return rows.flatMap(
    ({ id, claim_owner_id: ownerId, claim_ref: ref, amount_cents: amountCents, ended_as: endedAs }) =>
      ownerId && ref ? [{ id, ownerId, ref, amountCents, isEnded: endedAs === 'credited' }] : [],
  )
}

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

/** Nobody's for so long: how many, and how much. */
export const countUnclaimed = async (db: Db, before: Date): Promise<{ count: number; cents: bigint }> => {
  const { rows } = await sql<{ count: number; cents: bigint }>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents from zelle_credits
     where ended_at is null and booked_at < ${before} and state = 'posted'`.execute(db)
  return rows[0] ?? { count: 0, cents: 0n }
}

/** What was held against a payment that has ended is nobody's again. */
export const dropDisputes = async (db: Db, ref: string): Promise<void> => {
  const free = { claim_ref: null, claim_owner_id: null, claimed_by: null }
  const ofIt = db.updateTable('zelle_credits').set(free).where('claim_ref', '=', ref)
  await ofIt.where('claimed_by', '=', 'disputed').where('ended_at', 'is', null).where('order_id', 'is', null).execute()
}

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
