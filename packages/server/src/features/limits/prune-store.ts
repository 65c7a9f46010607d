/** Takes away what no window can reach any more. Looks at some owners at a time, by their keys. */
import type { Pool } from 'pg'

const NEXT_OWNERS = `
select distinct owner_id from limit_buckets where owner_id > $1 order by owner_id limit $2`

const FIRST = '00000000-0000-0000-0000-000000000000'

/** The next owners, after one or from the first on, of whom anything is counted. */
export const listCountedOwners = async (pool: Pool, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await pool.query<{ owner_id: string }>(NEXT_OWNERS, [after ?? FIRST, limit])
  return rows.map(({ owner_id }) => owner_id)
}

// The rows before their sums: a sum without rows is nothing wrong that far back, and is found again.
const DELETE_OLD = [
  'delete from limit_usage where owner_id = any($1::uuid[]) and at < $2',
  'delete from limit_buckets where owner_id = any($1::uuid[]) and starts_at < $2',
]

/** `before` is the beginning of a bucket, so that a bucket goes with all of its rows. */
export const deleteUsage = async (pool: Pool, ownerIds: string[], before: Date): Promise<number> => {
  let deleted = 0
  for (const text of DELETE_OLD) deleted += (await pool.query(text, [ownerIds, before])).rowCount ?? 0
  return deleted
}
