import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Longer than several machines take to commit one after another while all of them are well. */
const SPREAD_GRACE_MS = 60_000

/** What Citus has prepared on a machine for longer than a commit takes, and for how many seconds, or a word why it does not say. */
const PREPARED = `select coalesce(json_object_agg(gid, extract(epoch from clock_timestamp() - prepared)), '{}') from pg_prepared_xacts
  where database = current_database() and gid like 'citus\\_%' and prepared < clock_timestamp() - interval '1 second'`

/** By then Citus has rolled back what the coordinator did not commit, unless it is forgotten: none of its rows will ever be visible. */
const UNDECIDED_SECONDS = 600

type Machine = { success: boolean; result: string }

/** Whether one of these is still to become visible. */
const isAwaited = async (db: Db, machines: readonly Machine[]): Promise<boolean> => {
  const prepared = machines.flatMap(({ result }) => Object.entries(JSON.parse(result) as Record<string, number>))
  if (prepared.length === 0) return false
  const { rows } = await sql<{ gid: string }>`
    select gid from pg_dist_transaction where gid = any(${prepared.map(([gid]) => gid)})`.execute(db)
  const committed = new Set(rows.map(({ gid }) => gid))
  return prepared.some(([gid, seconds]) => seconds < UNDECIDED_SECONDS || committed.has(gid))
}

/**
 * How long after its commit an entry may become visible: at once on one PostgreSQL, later where tables are spread. There a
 * machine that was lost may hold its part of a committed transaction for minutes, until the cluster has told it to commit: as long as
 * one does, or does not answer, nothing that is not visible yet is missed. What others have prepared there does not count.
 */
export const graceMsOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ isSpread: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "isSpread"`.execute(db)
  if (!rows[0]?.isSpread) return 0
  const { rows: machines } = await sql<Machine>`
    select success, result from run_command_on_workers(${PREPARED})`.execute(db)
  if (!machines.every(({ success }) => success)) return Infinity
  return (await isAwaited(db, machines)) ? Infinity : SPREAD_GRACE_MS
}
