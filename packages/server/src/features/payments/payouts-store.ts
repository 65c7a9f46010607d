/** Money that goes out, outside the batch: that it is being sent, and the id by which the provider knows it. */
import type { Db } from '#platform/db/database.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import type { Payout } from './payment.ts'
import { type PaymentRef, toPayout } from './payments-batch-store.ts'
import type { Lease } from './payments-store.ts'
import type { PayoutState } from './payout-states.ts'

export const findPayout = async (db: Db, { ownerId, ref }: PaymentRef): Promise<Payout | null> => {
  const record = await db
    .selectFrom('provider_operations')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('kind', '=', 'withdrawal')
    .executeTakeFirst()
  return record ? toPayout(record) : null
}

/** Of a payout, what its operators may read. */
export type PayoutStanding = Pick<Payout, 'state' | 'amountCents'>

export const findPayoutStanding = async (db: Db, { ownerId, ref }: PaymentRef): Promise<PayoutStanding | null> => {
  const record = await db
    .selectFrom('provider_operations')
    .select(['state', 'amount_cents'])
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('kind', '=', 'withdrawal')
    .executeTakeFirst()
  return record ? { state: record.state as PayoutState, amountCents: record.amount_cents } : null
}

const moveUnderLease = (db: Db, { ownerId, ref, fence }: Lease, from: PayoutState, to: PayoutState, at: Date) =>
  db
    .updateTable('provider_operations')
    .set({ state: to, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('fence', '=', fence)
    .where('state', '=', from)

/**
 * Notes that the provider is about to be told, before it is. False when the lease was lost, or the payout is not to be sent.
 * The key's end counts from the first time.
 */
export const markSubmitting = async (db: Db, lease: Lease, at: Date, keyExpiresAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await moveUnderLease(db, lease, 'queued', 'submitting', at)
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      first_sent_at: row.fn.coalesce('first_sent_at', row.val(at)),
      key_expires_at: row.fn.coalesce('key_expires_at', row.val(keyExpiresAt)),
      last_sent_at: at,
      absent_at: null,
    }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Unsent = { from: 'submitting'; to: 'queued' | 'submitUnknown' } | { from: 'submitUnknown'; to: 'queued' }

/** What became of a call that brought no transfer: the provider certainly has none, or it is not known. */
export const markUnsent = async (db: Db, lease: Lease, { from, to }: Unsent, at: Date): Promise<void> => {
  await moveUnderLease(db, lease, from, to, at).execute()
}

/** Notes the first look that found nothing; or that nothing was proved after all. */
export const markAbsent = async (db: Db, { ownerId, ref }: PaymentRef, absentAt: Date | null): Promise<void> => {
  await db
    .updateTable('provider_operations')
    .set({ absent_at: absentAt })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .execute()
}

/** Keeps the ids by which the provider knows it. The first word counts. */
export const recordPayout = async (
  db: Db,
  { ownerId, ref }: PaymentRef,
  { provider, objectIds }: { provider: string; objectIds: readonly [string, ...string[]] },
): Promise<void> => {
  for (const objectId of objectIds) await keepObject(db, provider, objectId, { ownerId, ref })
  await db
    .updateTable('provider_operations')
    .set((row) => ({ provider_id: row.fn.coalesce('provider_id', row.val(objectIds[0])) }))
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .execute()
}
