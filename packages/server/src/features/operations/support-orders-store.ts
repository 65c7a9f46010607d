import type { DisputeAct, TicketAct } from '#features/support/index.ts'
import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'

export type SupportAct = TicketAct | DisputeAct

/** What one operator says or decides. Ids are bare uuids. */
export type SupportOrder = {
  id: string
  kind: SupportAct
  ownerId: string
  ticketId: string
  disputeId: string | null
  /** Sealed; what the person will read. */
  textSealed: string | null
  /** Of a credit that is not all that is in question. */
  amountCents: bigint | null
  reason: string
  maker: string
  proposedAt: Date
}
export type KeptSupportOrder = SupportOrder & { digest: string; checker: string | null; outcome: string | null }

const toKept = (row: Selectable<DB['support_orders']>): KeptSupportOrder => ({
  id: row.id,
  digest: row.digest,
  kind: row.kind as SupportAct,
  ownerId: row.owner_id,
  ticketId: row.ticket_id,
  disputeId: row.dispute_id,
  textSealed: row.text_sealed,
  amountCents: row.amount_cents,
  reason: row.reason,
  maker: row.maker,
  proposedAt: row.proposed_at,
  checker: row.checker,
  outcome: row.outcome,
})

export const insertSupportOrder = async (trx: Trx, order: SupportOrder, digest: string): Promise<void> => {
  await trx
    .insertInto('support_orders')
    .values({
      id: order.id,
      digest,
      kind: order.kind,
      owner_id: order.ownerId,
      ticket_id: order.ticketId,
      dispute_id: order.disputeId,
      text_sealed: order.textSealed,
      amount_cents: order.amountCents,
      reason: order.reason,
      maker: order.maker,
      proposed_at: order.proposedAt,
    })
    .execute()
}

/** One that waits for approval. */
export const findSupportProposal = async (db: Db, digest: string): Promise<KeptSupportOrder | null> => {
  const open = db.selectFrom('support_orders').selectAll().where('digest', '=', digest).where('checker', 'is', null)
  const row = await open.executeTakeFirst()
  return row ? toKept(row) : null
}

/** False when another operator was faster. */
export const approveSupportOrder = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('support_orders')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What can be carried out, the oldest first: all of `alone`, and of the other kinds what was approved. */
export const listReadySupportOrders = async (
  db: Db,
  alone: readonly SupportAct[],
  limit: number,
): Promise<KeptSupportOrder[]> => {
  const waiting = db.selectFrom('support_orders').selectAll().where('ended_at', 'is', null)
  const ready = waiting.where((row) => row.or([row('kind', 'in', [...alone]), row('checker', 'is not', null)]))
  return (await ready.orderBy('proposed_at').limit(limit).execute()).map(toKept)
}

/** The newest first. */
export const listSupportOrders = async (db: Db, limit: number): Promise<KeptSupportOrder[]> =>
  (await db.selectFrom('support_orders').selectAll().orderBy('proposed_at', 'desc').limit(limit).execute()).map(toKept)

/** False when another process has carried it out. */
export const endSupportOrder = async (trx: Trx, id: string, outcome: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('support_orders')
    .set({ outcome, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
