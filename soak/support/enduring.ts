import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/**
 * The pool, such that the process outlives its server: an error event without a listener ends it, on an idle client, on one
 * that is at work, and on one that was given back because its statement had failed.
 */
export const enduring = (pool: Pool): Pool =>
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))

/** Until the database answers again, or for too long. */
export const databaseUp = async (admin: Pool, withinMs: number): Promise<void> => {
  for (const until = Date.now() + withinMs; ; await sleep(50)) {
    try {
      await admin.query('select 1')
      return
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}
