import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Longer than a prepared transaction is left to itself where several machines commit one after another. */
const SPREAD_GRACE_MS = 60_000

/** How long after its commit an entry may become visible: at once on one PostgreSQL, later where tables are spread. */
export const graceMsOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ isSpread: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "isSpread"`.execute(db)
  return rows[0]?.isSpread ? SPREAD_GRACE_MS : 0
}
