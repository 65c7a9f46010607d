/**
 * The rows of identity checks: uploads, their history, and reviews. A review is a row of kyc_cases, and its id goes by the name
 * of the column, in waiting jobs and the audit trail too.
 */
import type { CompanyDocType, DocType, KycReason, KycStatus, KycType } from '@puente/contract'
import { sql } from 'kysely'
import { type Db, lookupDb, type Trx } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import { newId } from '#platform/ids.ts'
import type { KycProgress } from '#providers/identity-check/port.ts'
import type { KycItem, KycTier } from './kyc-rules.ts'
import { type ReviewState, reviewsThatMayBecome } from './kyc-states.ts'

const loadItems = async (db: Db, ownerIds: string[]): Promise<Map<string, KycItem[]>> => {
  const rows = await lookupDb(db)
    .selectFrom('kyc_items')
    .selectAll()
    .where('owner_id', '=', sql<string>`any(${ownerIds}::uuid[])`)
    .execute()
  const items = new Map(ownerIds.map((ownerId): [string, KycItem[]] => [ownerId, []]))
  for (const row of rows) {
    items.get(row.owner_id)?.push({
      type: row.type as KycType,
      status: row.status as KycStatus,
      reason: row.reason as KycReason | null,
      docType: row.doc_type as DocType | null,
      frontFileId: row.front_file_id,
      backFileId: row.back_file_id,
      companyDocType: row.company_doc_type as CompanyDocType | null,
      companyFileId: row.company_file_id,
      expiresOn: row.expires_on,
      noticeEndsAt: row.notice_ends_at,
      isFresh: row.is_fresh,
    })
  }
  return items
}

const findItems = batchedLoader((ownerId: string) => ownerId, loadItems)

export const listItems = async (db: Db, ownerId: string): Promise<KycItem[]> => (await findItems(db, ownerId)) ?? []

/** The uploads that were last touched by that moment, or have a file in them from before it. */
export const listTypesBefore = async (trx: Trx, ownerId: string, before: Date): Promise<Set<KycType>> => {
  const rows = await trx
    .selectFrom('kyc_items')
    .leftJoin('files', (join) =>
      join
        .onRef('files.owner_id', '=', 'kyc_items.owner_id')
        .on((file) =>
          file.or(
            (['front_file_id', 'back_file_id', 'company_file_id'] as const).map((part) =>
              file('files.file_id', '=', file.ref(`kyc_items.${part}`)),
            ),
          ),
        )
        .on('files.created_at', '<=', before),
    )
    .select('kyc_items.type')
    .where('kyc_items.owner_id', '=', ownerId)
    .where((row) => row.or([row('kyc_items.updated_at', '<=', before), row('files.file_id', 'is not', null)]))
    .execute()
  return new Set(rows.map(({ type }) => type as KycType))
}

/** Writes an upload's row, and a line of its history when the status has changed. */
export const saveItem = async (
  trx: Trx,
  ownerId: string,
  item: KycItem,
  before: KycStatus,
  at: Date,
): Promise<void> => {
  const row = {
    status: item.status,
    reason: item.reason,
    doc_type: item.docType,
    front_file_id: item.frontFileId,
    back_file_id: item.backFileId,
    company_doc_type: item.companyDocType,
    company_file_id: item.companyFileId,
    expires_on: item.expiresOn,
    notice_ends_at: item.noticeEndsAt,
    is_fresh: item.isFresh,
    updated_at: at,
  }
  await trx
    .insertInto('kyc_items')
    .values({ owner_id: ownerId, type: item.type, ...row })
    .onConflict((conflict) => conflict.columns(['owner_id', 'type']).doUpdateSet(row))
    .execute()
  if (item.status === before) return
  const { type, status, reason } = item
  await trx
    .insertInto('kyc_history')
    .values({ owner_id: ownerId, history_id: newId(), type, status, reason, at })
    .execute()
}

/** The newest first; of an account that its owner took back, what has happened since. */
export const listHistory = async (db: Db, ownerId: string, reclaimedAt: Date | null) =>
  db
    .selectFrom('kyc_history')
    .select(['at', 'type', 'status'])
    .where('owner_id', '=', ownerId)
    .$if(reclaimedAt !== null, (all) => all.where('at', '>', reclaimedAt))
    .orderBy('at', 'desc')
    .limit(20)
    .execute()

/** A review is found by its owner and its own id. */
export type ReviewRef = { ownerId: string; caseId: string }
export type Review = {
  caseId: string
  tier: KycTier
  state: ReviewState
  progress: KycProgress
  providerId: string | null
  submittedAt: Date
  /** Of what it was submitted with (`detailsMarkOf`); null for one from before that was kept. */
  detailsMark: string | null
  /** An operator looks again at what was denied. */
  isReopened: boolean
}

const selectReviews = (db: Db, ownerId: string) =>
  db
    .selectFrom('kyc_cases')
    .select(['case_id', 'tier', 'state', 'progress', 'provider_id', 'submitted_at', 'details_mark', 'is_reopened'])
    .where('owner_id', '=', ownerId)

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]
const reviewOf = (row: ReviewRow): Review => ({
  caseId: row.case_id,
  tier: row.tier === 2 ? 2 : 1,
  state: row.state as ReviewState,
  progress: row.progress as KycProgress,
  providerId: row.provider_id,
  submittedAt: row.submitted_at,
  detailsMark: row.details_mark,
  isReopened: row.is_reopened,
})

/** Newest first; there are at most as many as tries. */
export const listReviews = async (db: Db, ownerId: string): Promise<Review[]> =>
  (await selectReviews(db, ownerId).orderBy('submitted_at', 'desc').execute()).map(reviewOf)

export const findReview = async (db: Db, { ownerId, caseId }: ReviewRef): Promise<Review | null> => {
  const row = await selectReviews(db, ownerId).where('case_id', '=', caseId).executeTakeFirst()
  return row ? reviewOf(row) : null
}

/** When the person of that mark submitted a tier with other accounts, after a moment. */
export const listSubmittedElsewhere = async (
  db: Db,
  ownerId: string,
  { mark, tier, after }: { mark: string; tier: KycTier; after: Date },
): Promise<Date[]> => {
  const rows = await db
    .selectFrom('kyc_cases')
    .select('submitted_at')
    .where('person_mark', '=', mark)
    .where('submitted_at', '>', after)
    .where('tier', '=', tier)
    .where('is_reopened', '=', false)
    .where('owner_id', '<>', ownerId)
    .execute()
  return rows.map((row) => row.submitted_at)
}

/**
 * `mark` says whose it is whatever the account (`markOfPerson`), `detailsMark` with which details (`detailsMarkOf`). What an operator opens
 * again waits for a person at once.
 */
export const insertReview = async (
  trx: Trx,
  { ownerId, caseId }: ReviewRef,
  review: { mark: string | null; detailsMark: string; tier: KycTier; isReopened?: boolean; at: Date },
): Promise<void> => {
  const { mark, detailsMark, tier, isReopened = false, at } = review
  await trx
    .insertInto('kyc_cases')
    .values({
      owner_id: ownerId,
      case_id: caseId,
      person_mark: mark,
      details_mark: detailsMark,
      tier,
      state: isReopened ? 'operator' : 'queued',
      is_reopened: isReopened,
      submitted_at: at,
    })
    .execute()
}

/** Moves a review on; false when its state does not allow that, because another process was first. */
export const moveReview = async (
  db: Db,
  { ownerId, caseId }: ReviewRef,
  state: ReviewState,
  more: { providerId?: string; decidedAt?: Date } = {},
): Promise<boolean> => {
  const moved = await db
    .updateTable('kyc_cases')
    .set({
      state,
      ...(more.providerId === undefined ? {} : { provider_id: more.providerId }),
      ...(more.decidedAt === undefined ? {} : { decided_at: more.decidedAt }),
    })
    .where('owner_id', '=', ownerId)
    .where('case_id', '=', caseId)
    .where('state', 'in', reviewsThatMayBecome(state))
    .returning('case_id')
    .executeTakeFirst()
  return moved !== undefined
}

/**
 * Ends the reviews of a person that are not decided, as denied: all, or with `only` those that were submitted by then or are of one of
 * the tiers. False when there was none.
 */
export const endOpenReviews = async (
  trx: Trx,
  ownerId: string,
  at: Date,
  only: { until: Date; tiers: readonly KycTier[] } | null = null,
): Promise<boolean> => {
  const ended = await trx
    .updateTable('kyc_cases')
    .set({ state: 'denied', decided_at: at })
    .where('owner_id', '=', ownerId)
    .where('state', 'in', reviewsThatMayBecome('denied'))
    .$if(only !== null, (open) =>
      open.where((row) =>
        row.or([
          row('submitted_at', '<=', only?.until ?? at),
          ...(only?.tiers ?? []).map((tier) => row('tier', '=', tier)),
        ]),
      ),
    )
    .returning('case_id')
    .execute()
  return ended.length > 0
}

/** Keeps what the reviewer has taken so far. */
export const saveProgress = async (db: Db, { ownerId, caseId }: ReviewRef, progress: KycProgress): Promise<void> => {
  await db
    .updateTable('kyc_cases')
    .set({ progress: JSON.stringify(progress) })
    .where('owner_id', '=', ownerId)
    .where('case_id', '=', caseId)
    .execute()
}

/** For operators: the reviews that wait for a person, the longest first. */
export const listReviewsForPerson = async (
  db: Db,
): Promise<{ ownerId: string; tier: KycTier; submittedAt: Date }[]> => {
  const waiting = db
    .selectFrom('kyc_cases')
    .select(['owner_id', 'tier', 'submitted_at'])
    .where('state', '=', 'operator')
  const rows = await waiting.orderBy('submitted_at').execute()
  return rows.map((row) => ({ ownerId: row.owner_id, tier: row.tier === 2 ? 2 : 1, submittedAt: row.submitted_at }))
}

/** Owners with an accepted document that runs out before that ISO day. */
export const listRunOut = async (db: Db, today: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('kyc_items')
    .select('owner_id')
    .where('status', '=', 'Approved')
    .where('expires_on', '<', today)
    .limit(limit)
    .execute()
  return rows.map((row) => row.owner_id)
}

/** Owners whose notice has ended. */
export const listNoticesOver = async (db: Db, at: Date, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('kyc_items')
    .select('owner_id')
    .where('notice_ends_at', '<=', at)
    .limit(limit)
    .execute()
  return rows.map((row) => row.owner_id)
}
