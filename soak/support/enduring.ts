import type { Pool } from 'pg'

/**
 * The pool, such that the process outlives its server: an error event without a listener ends it, on an idle client, on one
 * that is at work, and on one that was given back because its statement had failed.
 */
export const enduring = (pool: Pool): Pool =>
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
