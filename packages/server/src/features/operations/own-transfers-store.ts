import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { ProvidedRail } from '#providers/types.ts'

/** One end of our own transfer between a provider and our bank, as one operator proposes to book it. */
export type ProposedTransfer = {
  id: string
  rail: ProvidedRail
  /** Of the line in the provider's report. */
  objectId: string
  /** What our money there grew by. */
  cents: bigint
  /** Where the evidence lies that it was ours, and went between us and ourselves. */
  reason: string
  maker: string
  proposedAt: Date
}
export type KeptTransfer = ProposedTransfer & { digest: string; checker: string | null; outcome: string | null }

const toKept = (row: Selectable<DB['own_transfers']>): KeptTransfer => ({
  id: row.id,
  digest: row.digest,
  rail: row.rail as ProvidedRail,
  objectId: row.object_id,
  cents: row.cents,
  reason: row.reason,
  maker: row.maker,
  proposedAt: row.proposed_at,
  checker: row.checker,
  outcome: row.outcome,
})

export const insertTransfer = async (trx: Trx, transfer: ProposedTransfer, digest: string): Promise<void> => {
  const { id, rail, objectId, cents, reason, maker, proposedAt } = transfer
  await trx
    .insertInto('own_transfers')
    .values({ id, digest, rail, object_id: objectId, cents, reason, maker, proposed_at: proposedAt })
    .execute()
}

export const findTransfer = async (db: Db, digest: string): Promise<KeptTransfer | null> => {
  const row = await db.selectFrom('own_transfers').selectAll().where('digest', '=', digest).executeTakeFirst()
  return row ? toKept(row) : null
}

/** False when it has been approved already. */
export const approveTransfer = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('own_transfers')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Approved and not booked yet, the oldest first. */
export const listApprovedTransfers = async (db: Db, limit: number): Promise<KeptTransfer[]> => {
  const waiting = db.selectFrom('own_transfers').selectAll().where('approved_at', 'is not', null)
  const rows = await waiting.where('ended_at', 'is', null).orderBy('approved_at').limit(limit).execute()
  return rows.map(toKept)
}

/** The newest first. */
export const listOwnTransfers = async (db: Db, limit: number): Promise<KeptTransfer[]> => {
  const newest = db.selectFrom('own_transfers').selectAll().orderBy('proposed_at', 'desc').limit(limit)
  return (await newest.execute()).map(toKept)
}

export const endTransfer = async (db: Db, id: string, outcome: string, at: Date): Promise<void> => {
  await db
    .updateTable('own_transfers')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
