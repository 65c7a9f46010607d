import type { TestApp } from './app.ts'

export type KeptEvent = { id: string; objectId: string; type: string; outcome: string | null; isProcessed: boolean }

/** Every event in the inbox of providers, the newest last. */
export const keptEvents = async ({ services }: TestApp): Promise<KeptEvent[]> => {
  const { rows } = await services.db.pool.query<KeptEvent>(
    `select event_id as id, object_id as "objectId", type, outcome, processed_at is not null as "isProcessed"
       from webhook_events order by received_at`,
  )
  return rows
}
