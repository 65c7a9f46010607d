/** The customers that providers know people as. */
import type { Db } from '#platform/db/database.ts'

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
