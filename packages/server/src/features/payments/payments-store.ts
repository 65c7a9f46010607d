/** Payments outside the batch: what was learned from the provider, and who may talk to it. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import type { DepositState } from './payment-states.ts'
import type { Payment } from './payment.ts'
import type { RailName } from './rail.ts'
import { toPayment } from './payments-batch-store.ts'
import type { PaymentRef } from './payments-batch-store.ts'

const UNDER_WAY: DepositState[] = ['created', 'awaitingPayment', 'processing']

const paymentOf = (db: Db, { ownerId, ref }: PaymentRef) =>
  db.selectFrom('provider_operations').selectAll().where('owner_id', '=', ownerId).where('ref', '=', ref)

export const findPayment = async (db: Db, ref: PaymentRef): Promise<Payment | null> => {
  const record = await paymentOf(db, ref).executeTakeFirst()
  return record ? toPayment(record) : null
}

/** Right to send a payment for a while; `fence` grows with each, so that who lost it no longer sends. */
export type Lease = PaymentRef & { fence: number }

/** Null while somebody else has it, and once the payment is settled. */
export const takeLease = async (db: Db, { ownerId, ref }: PaymentRef, at: Date, ms: number): Promise<Lease | null> => {
  const taken = await db
    .updateTable('provider_operations')
    .set((row) => ({ lease_until: new Date(at.getTime() + ms), fence: row('fence', '+', 1) }))
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('state', 'in', UNDER_WAY)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', at)]))
    .returning('fence')
    .executeTakeFirst()
  return taken ? { ownerId, ref, fence: taken.fence } : null
}

export const dropLease = async (db: Db, { ownerId, ref, fence }: Lease): Promise<void> => {
  await db
    .updateTable('provider_operations')
    .set({ lease_until: null })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('fence', '=', fence)
    .execute()
}

/** Notes that the provider is about to be asked, before it is: from now on it may know of the payment. */
export const markSent = async (
  db: Db,
  { ownerId, ref, fence }: Lease,
  at: Date,
  keyExpiresAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provider_operations')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      first_sent_at: row.fn.coalesce('first_sent_at', row.val(at)),
      key_expires_at: row.fn.coalesce('key_expires_at', row.val(keyExpiresAt)),
      updated_at: at,
    }))
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('fence', '=', fence)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What the provider says of a page that is not settled. A state is only ever raised, by the table of moves. */
export const recordSnapshot = async (
  db: Db,
  { ownerId, ref }: PaymentRef,
  snapshot: CheckoutSnapshot,
  { to, from, at }: { to: DepositState; from: DepositState[]; at: Date },
): Promise<void> => {
  await db
    .insertInto('provider_objects')
    .values({ provider: 'stripe', object_id: snapshot.providerId, owner_id: ownerId, ref })
    .onConflict((conflict) => conflict.columns(['provider', 'object_id']).doNothing())
    .execute()
  await db
    .updateTable('provider_operations')
    .set({
      state: sql<string>`case when state = any(${from}::text[]) then ${to} else state end`,
      provider_id: snapshot.providerId,
      payment_id: snapshot.paymentId,
      url: snapshot.url,
      reason: snapshot.wasDeclined ? 'declined' : null,
      updated_at: at,
    })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('state', 'in', UNDER_WAY)
    .execute()
}

/** Whose payment a reference names, while it is open. */
export const findOpen = async (db: Db, ref: string): Promise<PaymentRef | null> => {
  const row = await db.selectFrom('open_operations').select('owner_id').where('ref', '=', ref).executeTakeFirst()
  return row ? { ownerId: row.owner_id, ref } : null
}

export type Due = { ref: string; ownerId: string; rail: RailName }

/** What is due, the longest overdue first. */
const listDue = (db: Db, at: Date, limit: number) =>
  db.selectFrom('open_operations').select('ref').where('look_at', '<=', at).orderBy('look_at').limit(limit).execute()

/** Claims what is due by setting its next check: the first process to set it has claimed it. */
export const takeDue = async (
  db: Db,
  { at, limit, nextCheckAt }: { at: Date; limit: number; nextCheckAt: (ref: string, at: Date) => Date },
): Promise<Due[]> => {
  const refs = (await listDue(db, at, limit)).map(({ ref }) => ref)
  if (refs.length === 0) return []
  const checks = refs.map((ref) => nextCheckAt(ref, at))
  const { rows } = await sql<{ ref: string; owner_id: string; rail: RailName }>`
    update open_operations set look_at = next.look_at
      from unnest(${refs}::uuid[], ${checks}::timestamptz[]) as next (ref, look_at)
     where open_operations.ref = next.ref and open_operations.look_at <= ${at}
    returning open_operations.ref, open_operations.owner_id, open_operations.rail`.execute(db)
  return rows.map(({ ref, owner_id, rail }) => ({ ref, ownerId: owner_id, rail }))
}

/** True once per pause: that caller asks the provider, every other one reads what is stored. */
export const claimCheck = async (db: Db, { ownerId, ref }: PaymentRef, at: Date, pauseMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provider_operations')
    .set({ next_look_at: new Date(at.getTime() + pauseMs) })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where((row) => row.or([row('next_look_at', 'is', null), row('next_look_at', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
