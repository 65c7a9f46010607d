import type { Pool } from 'pg'

const DAY_MS = 86_400_000

/**
 * Takes away what is older than `before`, a day of it at a time, so that no statement takes long however much there is. `oldest` answers
 * `oldest`, the time of the first row before $1, or null; `remove` takes away all before a time, and with it that row.
 */
export const eachDayBefore = async (
  pool: Pool,
  before: Date,
  { oldest, remove }: { oldest: string; remove: readonly string[] },
): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<{ oldest: Date | null }>(oldest, [before])
    const from = rows[0]?.oldest ?? null
    if (from === null) return
    const until = new Date(Math.min(from.getTime() + DAY_MS, before.getTime()))
    for (const text of remove) await pool.query(text, [until])
  }
}
