import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'

/** What one operator proposes. `caseId` is the row that its owner sees on hold; a bare uuid. */
export type PayoutDecision = {
  id: string
  ownerId: string
  caseId: string
  act: 'release' | 'block'
  /** Where the evidence lies. */
  reference: string
  maker: string
  proposedAt: Date
}
export type KeptDecision = PayoutDecision & {
  digest: string
  checker: string | null
  /** `done`, or why it was not; null while it waits. */
  outcome: string | null
}

const toKept = (row: Selectable<DB['payout_decisions']>): KeptDecision => ({
  id: row.id,
  digest: row.digest,
  ownerId: row.owner_id,
  caseId: row.case_id,
  act: row.act as PayoutDecision['act'],
  reference: row.reference,
  maker: row.maker,
  proposedAt: row.proposed_at,
  checker: row.checker,
  outcome: row.outcome,
})

export const insertDecision = async (trx: Trx, decision: PayoutDecision, digest: string): Promise<void> => {
  const { id, ownerId, caseId, act, reference, maker, proposedAt } = decision
  await trx
    .insertInto('payout_decisions')
    .values({ id, digest, owner_id: ownerId, case_id: caseId, act, reference, maker, proposed_at: proposedAt })
    .execute()
}

export const findDecision = async (db: Db, digest: string): Promise<KeptDecision | null> => {
  const row = await db.selectFrom('payout_decisions').selectAll().where('digest', '=', digest).executeTakeFirst()
  return row ? toKept(row) : null
}

/** False when it has been approved already. */
export const approveDecision = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('payout_decisions')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Approved and not carried out yet, the oldest first. */
export const listApprovedDecisions = async (db: Db, limit: number): Promise<KeptDecision[]> => {
  const waiting = db.selectFrom('payout_decisions').selectAll().where('approved_at', 'is not', null)
  const rows = await waiting.where('ended_at', 'is', null).orderBy('approved_at').limit(limit).execute()
  return rows.map(toKept)
}

/** The newest first. */
export const listDecisions = async (db: Db, limit: number): Promise<KeptDecision[]> => {
  const all = db.selectFrom('payout_decisions').selectAll().orderBy('proposed_at', 'desc')
  return (await all.limit(limit).execute()).map(toKept)
}

export const endDecision = async (db: Db, id: string, outcome: string, at: Date): Promise<void> => {
  await db
    .updateTable('payout_decisions')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
