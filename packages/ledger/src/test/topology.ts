/** For tests of what differs between one PostgreSQL and a cluster, where rows and their locks are on other machines. */
import { inject, test } from 'vitest'
import './global-setup.ts'
import type { TestDatabase } from './database.ts'

/** Whether this run is on a cluster. */
export const isSpread = inject('ledgerIsSpread')

/** Of what is only promised on one PostgreSQL. */
export const testOnOne = test.skipIf(isSpread)

/** Whether a statement of the database waits for a lock, on whatever machine. */
export const isAnyWaiting = async ({ admin, config }: TestDatabase): Promise<boolean> => {
  const text = isSpread
    ? 'select from citus_lock_waits'
    : `select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`
  const { rowCount } = await admin.query(text, isSpread ? [] : [config.database])
  return (rowCount ?? 0) > 0
}
