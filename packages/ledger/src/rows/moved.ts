import { texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { AccountRef } from '../types.ts'

const read: Statement = {
  name: 'ledger.moved',
  text: `select wanted.n::int as n, entries.amount_cents
    from unnest($2::uuid[], $3::text[]) with ordinality as wanted (owner_id, account, n)
    join entries on entries.owner_id = wanted.owner_id and entries.account = wanted.account
      and entries.transfer_id = $1`,
}

type Row = { n: number; amount_cents: bigint }

/** What a transfer moved in each of these accounts, in cents and in the order of `refs`; zero where it moved nothing. */
export const readMoved = async (
  db: QueryRunner,
  transferId: string,
  refs: readonly AccountRef[],
): Promise<bigint[]> => {
  const values = [transferId, uuids(refs.map(({ ownerId }) => ownerId)), texts(refs.map(({ account }) => account))]
  const { rows } = await run<Row>(db, read, values)
  const moved = refs.map(() => 0n)
  for (const { n, amount_cents } of rows) moved[n - 1] = (moved[n - 1] ?? 0n) + amount_cents
  return moved
}
