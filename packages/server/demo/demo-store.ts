/**
 * What the demo world writes by hand, because the product comes by it only through a reviewer: identity checks that are
 * decided. Neither accounts nor money are written here.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'

/** By the handle: who they are here (bare uuid), since when, and whether they have come further than opening an account. */
export const findMade = async (
  db: Db,
  handle: string,
): Promise<{ id: string; at: Date; isVerified: boolean } | null> => {
  const row = await db
    .selectFrom('users')
    .innerJoin('directory', 'directory.owner_id', 'users.owner_id')
    .select(['users.owner_id as id', 'users.created_at as at', 'users.email_verified_at as verifiedAt'])
    .where('directory.handle', '=', handle)
    .executeTakeFirst()
  return row ? { id: row.id, at: row.at, isVerified: row.verifiedAt !== null } : null
}

/** One upload as the reviewer left it; without the file, which is of no more use. */
export type Reviewed = { type: 'selfieId' | 'selfie' | 'invoice'; docType: string | null; reason: string | null }

/** A case that was decided, with its uploads and their history. Every upload is accepted unless there is a reason. */
export const insertDecidedCase = async (
  trx: Trx,
  id: string,
  uploads: Reviewed[],
  { submittedAt, decidedAt }: { submittedAt: Date; decidedAt: Date },
): Promise<void> => {
  const state = uploads.some(({ reason }) => reason !== null) ? 'denied' : 'approved'
  await trx
    .insertInto('kyc_cases')
    .values({ owner_id: id, case_id: newId(), state, submitted_at: submittedAt, decided_at: decidedAt })
    .execute()
  const items = uploads.map(({ type, docType, reason }) => ({
    owner_id: id,
    type,
    status: reason === null ? 'Approved' : 'Denied',
    reason,
    doc_type: docType,
    updated_at: decidedAt,
  }))
  await trx.insertInto('kyc_items').values(items).execute()
  const line = (type: string, status: string, reason: string | null, at: Date) => ({
    owner_id: id,
    history_id: newId(),
    type,
    status,
    reason,
    at,
  })
  const history = items.flatMap(({ type, status, reason }) => [
    line(type, 'inReview', null, submittedAt),
    line(type, status, reason, decidedAt),
  ])
  await trx.insertInto('kyc_history').values(history).execute()
}

/** Deletes the live events of what lies in the past: no screen was open then, and none needs them now. */
export const forgetAnnouncements = async (db: Db, ids: string[]): Promise<void> => {
  await sql`delete from live_events where owner_id = any(${ids}::uuid[])`.execute(db)
}

/** Higher than any number of a live event. */
const NEVER = 2 ** 50

/** The past earns no rewards: a server that runs meanwhile leaves these people out. */
export const leaveUncounted = async (db: Db, ids: string[]): Promise<void> => {
  await sql`insert into live_counted (owner_id, last_id) select owner_id, ${NEVER} from unnest(${ids}::uuid[]) as t (owner_id)
            on conflict (owner_id) do update set last_id = excluded.last_id`.execute(db)
}

/** From here on everything counts. */
export const countFromNow = async (db: Db, ids: string[]): Promise<void> => {
  await sql`update live_counted set last_id = live_cursors.last_id from live_cursors
             where live_cursors.owner_id = live_counted.owner_id and live_counted.owner_id = any(${ids}::uuid[])`.execute(
    db,
  )
}
