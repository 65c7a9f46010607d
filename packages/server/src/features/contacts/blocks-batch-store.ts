import { type QueryRunner, uuids } from '@puente/ledger'

export type Pair = readonly [one: string, other: string]

const READ = `
select blocks.owner_id, blocks.blocked_id from blocks
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, blocked_id)
    on blocks.owner_id = asked.owner_id and blocks.blocked_id = asked.blocked_id`

/** Which of these people have blocked each other, in either direction: who blocked, and whom. */
export const readBlocks = async (db: QueryRunner, pairs: readonly Pair[]): Promise<Pair[]> => {
  if (pairs.length === 0) return []
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const values = [uuids([...ones, ...others]), uuids([...others, ...ones])]
  const { rows } = await db.query<{ owner_id: string; blocked_id: string }>({
    name: 'contacts.read_blocks',
    text: READ,
    values,
  })
  return rows.map((row) => [row.owner_id, row.blocked_id])
}
