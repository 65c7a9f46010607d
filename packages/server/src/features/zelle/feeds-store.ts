/** The bank's list as it was read, and how far. */
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import type { DB } from '#platform/db/schema.gen.ts'
import { newId } from '#platform/ids.ts'
import type { InboundCredit } from '#providers/zelle/port.ts'
import { codesIn } from './memo-rules.ts'

/** How far a list was read. A look of many pages is kept page by page, and counts when it has come to its end. */
export type Feed = {
  /** Where the last whole look ended; null before the first, and since the bank has lost it. */
  cursor: string | null
  /** How far the look under way has got, `''` at the beginning of the list; null between looks. */
  reading: string | null
  /** Lines that the look under way has found taken back: they are when it ends, since a later page may name what replaces one. */
  gone: string[]
  /** Since when the list is read from its beginning because the bank lost our cursor; null otherwise. */
  againSince: Date | null
  /** When a look came to its end last. */
  readAt: Date
}

const feedOf = (row: Selectable<DB['zelle_feeds']>): Feed => {
  const { cursor, reading, gone, again_since: againSince, read_at: readAt } = row
  return { cursor, reading, gone, againSince, readAt }
}

/** Null when it never was read. */
export const findFeed = async (db: Db, source: string): Promise<Feed | null> => {
  const row = await db.selectFrom('zelle_feeds').selectAll().where('source', '=', source).executeTakeFirst()
  return row ? feedOf(row) : null
}

/** The same, locked until the transaction ends. */
export const lockFeed = async (trx: Trx, source: string): Promise<Feed | null> => {
  const one = trx.selectFrom('zelle_feeds').selectAll().where('source', '=', source)
  const row = await one.forUpdate().executeTakeFirst()
  return row ? feedOf(row) : null
}

/** When any feed besides this one was read last; null when none ever was. */
export const findLastRead = async (db: Db, besides: string): Promise<Date | null> => {
  const others = db.selectFrom('zelle_feeds').select('read_at').where('source', '<>', besides)
  return (await others.orderBy('read_at', 'desc').limit(1).executeTakeFirst())?.read_at ?? null
}

/** Moves on from where it was; false when another process has moved it meanwhile. */
export const moveFeed = async (
  trx: Trx,
  source: string,
  from: Feed | null,
  { change, at }: { change: Partial<Feed>; at: Date },
): Promise<boolean> => {
  const insert = trx.insertInto('zelle_feeds').values({ source, cursor: null, read_at: at })
  await insert.onConflict((conflict) => conflict.column('source').doNothing()).execute()
  const { againSince, readAt, ...rest } = change
  const { numUpdatedRows } = await trx
    .updateTable('zelle_feeds')
    .set({
      ...rest,
      ...(againSince !== undefined && { again_since: againSince }),
      ...(readAt !== undefined && { read_at: readAt }),
    })
    .where('source', '=', source)
    .where(sql<boolean>`cursor is not distinct from ${from?.cursor ?? null}`)
    .where(sql<boolean>`reading is not distinct from ${from?.reading ?? null}`)
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
 * Frees the bank's ids of credits that were in the books and were taken back, so that each comes in again: under an id of ours that no
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

/** They are on the list: none of them is missing. */
const noteListed = async (trx: Trx, source: string, credits: readonly InboundCredit[], at: Date): Promise<void> => {
  const ids = credits.map(({ externalId }) => externalId)
  if (ids.length === 0) return
  const listed = trx.updateTable('zelle_credits').set({ listed_at: at, missing_at: null }).where('source', '=', source)
  await listed.where('external_id', 'in', ids).execute()
}

/** Takes over what a page lists. Answers the lines that are listed again after they were taken back. */
export const keepCredits = async (
  trx: Trx,
  source: string,
  credits: readonly InboundCredit[],
  at: Date,
): Promise<string[]> => {
  const again = await freeIds(trx, source, credits)
  for (const credit of credits) {
    await upsertCredit(trx, source, credit, at)
    await followLine(trx, source, credit)
  }
  await noteListed(trx, source, credits, at)
  return again
}

/** What the bank took back, once all is kept that may stand in its place. */
export const takeBack = async (trx: Trx, source: string, lineIds: readonly string[]): Promise<void> => {
  if (lineIds.length === 0) return
  const removed = trx.updateTable('zelle_credits').set({ state: 'removed' }).where('source', '=', source)
  await removed.where('line_id', 'in', lineIds).execute()
}

/** How far back a list that names no credit at all is believed: what Plaid has unless more was asked for. */
const HISTORY_DAYS = 90

/**
 * What the list did not name when it was read again, though it reaches back so far: the bank took it back while our cursor was lost, or
 * its list is not whole. What is in the books is `missing` and answered, for operators; what never came in is gone.
 */
export const noteMissing = async (trx: Trx, source: string, since: Date, at: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string; is_missing: boolean }>`
    update zelle_credits
       set missing_at = case when booked_at is null then null else ${at}::timestamptz end,
           state = case when booked_at is null then 'removed' else state end
     where source = ${source} and state <> 'removed' and missing_at is null and (listed_at is null or listed_at < ${since})
       and posted_on >= coalesce(
             (select min(posted_on) from zelle_credits where source = ${source} and listed_at >= ${since}),
             to_char(${since}::timestamptz - ${HISTORY_DAYS} * interval '1 day', 'YYYY-MM-DD'))
    returning id, missing_at is not null as is_missing`.execute(trx)
  return rows.flatMap(({ id, is_missing: isMissing }) => (isMissing ? [id] : []))
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
