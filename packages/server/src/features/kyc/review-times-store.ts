/** How long reviews took, with nothing in it about whose they were. */
import type { Db, Trx } from '#platform/db/database.ts'

export type ReviewTime = { caseId: string; submittedAt: Date; decidedAt: Date }

export const insertReviewTime = async (trx: Trx, { caseId, submittedAt, decidedAt }: ReviewTime): Promise<void> => {
  await trx
    .insertInto('kyc_review_times')
    .values({ case_id: caseId, submitted_at: submittedAt, decided_at: decidedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The newest that were decided after `since`. */
export const listReviewTimes = async (db: Db, since: Date, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('kyc_review_times')
    .select(['submitted_at', 'decided_at'])
    .where('decided_at', '>', since)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.decided_at.getTime() - row.submitted_at.getTime())
}

export const pruneReviewTimes = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('kyc_review_times').where('decided_at', '<', before).execute()
}
