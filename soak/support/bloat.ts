import type { Pool } from 'pg'

export type Bloat = { table: string; share: number; live: number; dead: number }

/** Below this many rows a table is vacuumed by the page as it is written, and its share says nothing. */
const FROM_ROWS = 10_000

/** The table with the largest share of dead rows, as the server's own statistics tell it. */
export const readBloat = async (admin: Pool): Promise<Bloat> => {
  const { rows } = await admin.query<Bloat>(
    `select relname as "table", n_live_tup::float8 as live, n_dead_tup::float8 as dead,
            n_dead_tup::float8 / (n_live_tup + n_dead_tup) as share
       from pg_stat_user_tables where n_live_tup + n_dead_tup >= $1
      order by share desc limit 1`,
    [FROM_ROWS],
  )
  return rows[0] ?? { table: 'none', share: 0, live: 0, dead: 0 }
}
