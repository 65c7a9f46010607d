import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import type { ProviderEvent } from '#providers/types.ts'

/** Keeps an event; false when it was there before. Of two copies at once exactly one is kept. */
export const keepEvent = async (trx: Trx, event: ProviderEvent): Promise<boolean> => {
  const { provider, eventId, type, objectId, occurredAt } = event
  const kept = await trx
    .insertInto('webhook_events')
    .values({ provider, event_id: eventId, type, object_id: objectId, occurred_at: occurredAt })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return kept !== undefined
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
