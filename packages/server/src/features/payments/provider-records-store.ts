/** What the provider knows under its own ids: objects, customers, events. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { PaymentRef } from './payments-batch-store.ts'

/** Whose payment an object of the provider belongs to; null while we have no record of it. */
export const findByObject = async (db: Db, provider: string, objectId: string): Promise<PaymentRef | null> => {
  const row = await db
    .selectFrom('provider_objects')
    .select(['owner_id', 'ref'])
    .where('provider', '=', provider)
    .where('object_id', '=', objectId)
    .executeTakeFirst()
  return row ? { ownerId: row.owner_id, ref: row.ref } : null
}

export const findCustomer = async (db: Db, ownerId: string, provider: string): Promise<string | null> => {
  const row = await db
    .selectFrom('provider_customers')
    .select('customer_id')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Keeps the first one that was made; the answer is the one that counts. */
export const keepCustomer = async (db: Db, ownerId: string, provider: string, customerId: string): Promise<string> => {
  await db
    .insertInto('provider_customers')
    .values({ owner_id: ownerId, provider, customer_id: customerId })
    .onConflict((conflict) => conflict.columns(['owner_id', 'provider']).doNothing())
    .execute()
  return (await findCustomer(db, ownerId, provider)) ?? customerId
}

/** For a customer that the provider no longer knows. */
export const replaceCustomer = async (db: Db, ownerId: string, provider: string, customerId: string): Promise<void> => {
  await db
    .updateTable('provider_customers')
    .set({ customer_id: customerId })
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .execute()
}

/** What became of an event of the inbox. */
export const markEvent = async (db: Db, provider: string, eventId: string, outcome: string): Promise<void> => {
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql`now()`, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/** Null for an event that is not in the inbox. */
export const receivedAt = async (db: Db, provider: string, eventId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('webhook_events')
    .select('received_at')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row?.received_at ?? null
}
