import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { Adjustment } from './adjustment-rules.ts'

export type Proposed = Adjustment & { digest: string; checker: string | null; outcome: string | null }

type Row = Selectable<DB['adjustments']>

const toProposed = (row: Row): Proposed => ({
  id: row.id,
  digest: row.digest,
  ownerId: row.owner_id,
  account: row.account,
  cents: row.cents,
  reason: row.reason,
  maker: row.maker,
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  checker: row.checker,
  outcome: row.outcome,
})

/** Whose handle it is; null when no one has it. */
export const findOwner = async (db: Db, handle: string): Promise<string | null> => {
  const row = await db.selectFrom('directory').select('owner_id').where('handle', '=', handle).executeTakeFirst()
  return row?.owner_id ?? null
}

export const insertAdjustment = async (trx: Trx, adjustment: Adjustment, digest: string): Promise<void> => {
  const { id, ownerId, account, cents, reason, maker, proposedAt, expiresAt } = adjustment
  await trx
    .insertInto('adjustments')
    .values({
      id,
      digest,
      owner_id: ownerId,
      account,
      cents,
      reason,
      maker,
      proposed_at: proposedAt,
      expires_at: expiresAt,
    })
    .execute()
}

/** One that is not approved yet. */
export const findOpenAdjustment = async (db: Db, digest: string): Promise<Proposed | null> => {
  const open = db.selectFrom('adjustments').selectAll().where('digest', '=', digest).where('checker', 'is', null)
  const row = await open.executeTakeFirst()
  return row ? toProposed(row) : null
}

/** False when another operator was faster. */
export const approveOpen = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('adjustments')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Approved and not posted yet, the oldest first. */
export const listApproved = async (db: Db, limit: number): Promise<Proposed[]> => {
  const rows = await db
    .selectFrom('adjustments')
    .selectAll()
    .where('approved_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('approved_at')
    .limit(limit)
    .execute()
  return rows.map(toProposed)
}

/** The newest first. */
export const listAdjustments = async (db: Db, limit: number): Promise<Proposed[]> => {
  const newest = db.selectFrom('adjustments').selectAll().orderBy('proposed_at', 'desc').limit(limit)
  return (await newest.execute()).map(toProposed)
}

export const updateEnded = async (db: Db, id: string, outcome: string, at: Date): Promise<void> => {
  await db
    .updateTable('adjustments')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
