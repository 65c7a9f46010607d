/** The bank's list as it was read, and how far. */
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { FeedNews, InboundCredit } from '#providers/zelle/port.ts'
import { codesIn } from './memo-rules.ts'

/** How far a feed was read, and when last; null when it never was. */
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

/** A booked credit continues under the line that replaced its own, so that the end of the old line does not end it. */
const followLine = async (
  trx: Trx,
  source: string,
  { externalId, lineId, amountCents, isPosted }: InboundCredit,
): Promise<void> => {
  if (!isPosted) return
  await trx
    .updateTable('zelle_credits')
    .set({ line_id: lineId })
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .where('amount_cents', '=', amountCents)
    .where('state', '=', 'posted')
    .where('booked_at', 'is not', null)
    .execute()
}

/**
 * Frees the bank's ids of credits that were in the books and were taken back, so that each comes in anew: under an id of ours that no
 * posting has. Answers the bank's ids.
 */
const freeIds = async (trx: Trx, source: string, credits: readonly InboundCredit[]): Promise<string[]> => {
  const ids = credits.filter(({ isPosted }) => isPosted).map(({ externalId }) => externalId)
  if (ids.length === 0) return []
  const { rows } = await sql<{ line_id: string }>`
    update zelle_credits set external_id = external_id || ' until ' || id
     where source = ${source} and external_id = any(${ids}) and state = 'removed' and booked_at is not null
    returning line_id`.execute(trx)
  return rows.map((row) => row.line_id)
}

/**
 * Takes over what the bank's list says, credits first: a line that replaces another is in the same news as the removal. Answers the lines
 * that are listed again after they were taken back.
 */
export const keepNews = async (
  trx: Trx,
  source: string,
  { credits, removed }: FeedNews,
  at: Date,
): Promise<string[]> => {
  const again = await freeIds(trx, source, credits)
  for (const credit of credits) {
    await upsertCredit(trx, source, credit, at)
    await followLine(trx, source, credit)
  }
  if (removed.length === 0) return again
  await trx
    .updateTable('zelle_credits')
    .set({ state: 'removed' })
    .where('source', '=', source)
    .where('line_id', 'in', removed)
    .execute()
  return again
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
