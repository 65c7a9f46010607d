import type { Trx } from '#platform/db/database.ts'
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
