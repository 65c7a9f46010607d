import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'

/** What one operator proposes. */
export type FactorReset = {
  id: string
  ownerId: string
  /** The phone number goes as well. */
  phone: boolean
  /** Number of the case. */
  reference: string
  note: string
  maker: string
  proposedAt: Date
}
export type KeptReset = FactorReset & { digest: string; checker: string | null; endedAt: Date | null }

const toKept = (row: Selectable<DB['factor_resets']>): KeptReset => ({
  id: row.id,
  digest: row.digest,
  ownerId: row.owner_id,
  phone: row.phone,
  reference: row.reference,
  note: row.note,
  maker: row.maker,
  proposedAt: row.proposed_at,
  checker: row.checker,
  endedAt: row.ended_at,
})

export const insertReset = async (trx: Trx, reset: FactorReset, digest: string): Promise<void> => {
  const { id, ownerId, phone, reference, note, maker, proposedAt } = reset
  await trx
    .insertInto('factor_resets')
    .values({ id, digest, owner_id: ownerId, phone, reference, note, maker, proposed_at: proposedAt })
    .execute()
}

export const findReset = async (db: Db, digest: string): Promise<KeptReset | null> => {
  const row = await db.selectFrom('factor_resets').selectAll().where('digest', '=', digest).executeTakeFirst()
  return row ? toKept(row) : null
}

/** False when another operator was faster. */
export const approveReset = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('factor_resets')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Approved and not carried out yet, the oldest first. */
export const listApprovedResets = async (db: Db, limit: number): Promise<KeptReset[]> => {
  const waiting = db.selectFrom('factor_resets').selectAll().where('approved_at', 'is not', null)
  const rows = await waiting.where('ended_at', 'is', null).orderBy('approved_at').limit(limit).execute()
  return rows.map(toKept)
}

/** False when another process was faster. */
export const endReset = async (trx: Trx, id: string, outcome: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('factor_resets')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
