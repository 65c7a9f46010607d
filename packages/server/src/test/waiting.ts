import { ownServer } from '@puente/postgres'
import { expect, inject } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import type { TestDatabase } from './database.ts'

/** How many statements that begin so wait for a row that another transaction has locked; on a cluster rows are locked on its machines. */
const countWaiting = async ({ superuserUrl }: TestDatabase, statement = ''): Promise<number> => {
  const text = ownServer(inject('testServers')).isSpread
    ? 'select distinct waiting_gpid from citus_lock_waits where starts_with(blocked_statement, $1)'
    : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and starts_with(query, $1)`
  return withClient(superuserUrl, async (client) => (await client.query(text, [statement])).rowCount ?? 0)
}

/** Until so many wait. */
export const untilWaiting = (database: TestDatabase, calls: number, statement?: string): Promise<void> =>
  expect.poll(() => countWaiting(database, statement), { timeout: 10_000 }).toBe(calls)
