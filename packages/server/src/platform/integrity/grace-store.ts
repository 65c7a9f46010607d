import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Longer than several machines take to commit one after another while all of them are well. */
const SPREAD_GRACE_MS = 60_000

/** What is prepared on a machine for longer than a commit takes, or a word why it does not say. */
const PREPARED = `select count(*) from pg_prepared_xacts
  where database = current_database() and prepared < clock_timestamp() - interval '1 second'`

/**
 * How long after its commit an entry may become visible: at once on one PostgreSQL, later where tables are spread. There a
 * machine that was lost may hold its part of a committed transaction for minutes, until the cluster has told it to commit: as long as
 * one does, or does not answer, nothing that is not visible yet is missed.
 */
export const graceMsOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ isSpread: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "isSpread"`.execute(db)
  if (!rows[0]?.isSpread) return 0
  const machines = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_workers(${PREPARED})`.execute(db)
  return machines.rows.every(({ success, result }) => success && result === '0') ? SPREAD_GRACE_MS : Infinity
}
