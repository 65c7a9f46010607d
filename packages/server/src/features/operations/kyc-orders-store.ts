import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { KycOrder } from './kyc-order-rules.ts'

export type PlacedOrder = {
  id: string
  ownerId: string
  order: KycOrder
  /** Sealed; what the person will read. */
  textSealed: string | null
  reason: string
  operator: string
  orderedAt: Date
  outcome: string | null
}

const orderOf = (row: Selectable<DB['kyc_orders']>): PlacedOrder => ({
  id: row.id,
  ownerId: row.owner_id,
  order: { kind: row.kind, ...(row.details as object) } as KycOrder,
  textSealed: row.text_sealed,
  reason: row.reason,
  operator: row.operator,
  orderedAt: row.ordered_at,
  outcome: row.outcome,
})

type NewOrder = Omit<PlacedOrder, 'orderedAt' | 'outcome'>

export const insertOrder = async (trx: Trx, placed: NewOrder): Promise<void> => {
  const { id, ownerId, order, textSealed, reason, operator } = placed
  const { kind, ...details } = order
  await trx
    .insertInto('kyc_orders')
    .values({
      id,
      owner_id: ownerId,
      kind,
      details: JSON.stringify(details),
      text_sealed: textSealed,
      reason,
      operator,
    })
    .execute()
}

/** Not carried out yet, the oldest first. */
export const listWaitingOrders = async (db: Db, limit: number): Promise<PlacedOrder[]> => {
  const waiting = db.selectFrom('kyc_orders').selectAll().where('ended_at', 'is', null)
  return (await waiting.orderBy('ordered_at').limit(limit).execute()).map(orderOf)
}

/** The newest first. */
export const listOrders = async (db: Db, limit: number): Promise<PlacedOrder[]> =>
  (await db.selectFrom('kyc_orders').selectAll().orderBy('ordered_at', 'desc').limit(limit).execute()).map(orderOf)

/** False when another process has carried it out. */
export const endOrder = async (trx: Trx, id: string, outcome: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('kyc_orders')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
