import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'

export const ZELLE_ORDERS = ['match', 'credit', 'refund', 'reject', 'gone', 'found', 'import'] as const
export type ZelleOrderKind = (typeof ZELLE_ORDERS)[number]

/** One that two operators agree on. */
export type ZelleOrder = {
  id: string
  kind: ZelleOrderKind
  creditId: string | null
  movementId: string | null
  /** Of a rejection that has begun: whose payment it ends. */
  payerId: string | null
  /** Of an import: the bank's list as it was read. */
  csv: string | null
  evidence: string
  maker: string
  checker: string | null
  proposedAt: Date
  /** Null for one from before orders were approved by it. */
  digest: string | null
  outcome: string | null
}

const orderOf = (row: Selectable<DB['zelle_orders']>): ZelleOrder => ({
  id: row.id,
  kind: row.kind as ZelleOrderKind,
  creditId: row.credit_id,
  movementId: row.movement_id,
  payerId: row.payer_id,
  csv: row.csv,
  evidence: row.evidence,
  maker: row.maker,
  checker: row.checker,
  proposedAt: row.proposed_at,
  digest: row.digest,
  outcome: row.outcome,
})

/** As one operator proposes it. */
export type NewZelleOrder = Omit<ZelleOrder, 'payerId' | 'checker' | 'digest' | 'outcome'>

export const insertZelleOrder = async (trx: Trx, order: NewZelleOrder, digest: string): Promise<void> => {
  const { id, kind, creditId, movementId, csv, evidence, maker, proposedAt } = order
  const named = { credit_id: creditId, movement_id: movementId, proposed_at: proposedAt }
  await trx
    .insertInto('zelle_orders')
    .values({ id, digest, kind, csv, evidence, maker, ...named })
    .execute()
}

export const findZelleOrder = async (db: Db, digest: string): Promise<ZelleOrder | null> => {
  const row = await db.selectFrom('zelle_orders').selectAll().where('digest', '=', digest).executeTakeFirst()
  return row ? orderOf(row) : null
}

/** False when it was approved before. */
export const approveZelleOrder = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const open = trx.updateTable('zelle_orders').set({ checker, approved_at: at }).where('digest', '=', digest)
  return (await open.where('approved_at', 'is', null).executeTakeFirst()).numUpdatedRows > 0n
}

/** Approved and not carried out yet, the oldest first. */
export const listApprovedZelleOrders = async (db: Db, limit: number): Promise<ZelleOrder[]> => {
  const approved = db.selectFrom('zelle_orders').selectAll().where('approved_at', 'is not', null)
  return (await approved.where('ended_at', 'is', null).orderBy('approved_at').limit(limit).execute()).map(orderOf)
}

/** The newest first. */
export const listZelleOrders = async (db: Db, limit: number): Promise<ZelleOrder[]> => {
  const all = db.selectFrom('zelle_orders').selectAll().orderBy('proposed_at', 'desc')
  return (await all.limit(limit).execute()).map(orderOf)
}

export const keepPayer = async (db: Db, id: string, payerId: string): Promise<void> => {
  await db.updateTable('zelle_orders').set({ payer_id: payerId }).where('id', '=', id).execute()
}

export const endZelleOrder = async (db: Db, id: string, outcome: string, at: Date): Promise<void> => {
  const ended = { outcome, ended_at: at }
  await db.updateTable('zelle_orders').set(ended).where('id', '=', id).where('ended_at', 'is', null).execute()
}
