import { balanceOf } from '../decide/state.ts'
import { texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { AccountRef, Balance } from '../types.ts'

const read: Statement = {
  name: 'ledger.balances',
  text: `select wanted.n::int as n, balance_cents, held_cents, seq
    from unnest($1::uuid[], $2::text[]) with ordinality as wanted (owner_id, account, n)
    join accounts on accounts.owner_id = wanted.owner_id and accounts.account = wanted.account`,
}

type Row = { n: number; balance_cents: bigint; held_cents: bigint; seq: bigint }

/** In the order of `refs`; zero for an account that was never used. */
export const readBalances = async (db: QueryRunner, refs: readonly AccountRef[]): Promise<Balance[]> => {
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), texts(refs.map(({ account }) => account))]
  const { rows } = await run<Row>(db, read, values)
  const balances = refs.map(() => balanceOf({ balanceCents: 0n, heldCents: 0n, seq: 0n }))
  for (const { n, balance_cents, held_cents, seq } of rows)
    balances[n - 1] = balanceOf({ balanceCents: balance_cents, heldCents: held_cents, seq })
  return balances
}

/** Zero for an account that was never used. */
export const readBalance = async (db: QueryRunner, ref: AccountRef): Promise<Balance> => {
  const [balance] = await readBalances(db, [ref])
  if (!balance) throw new Error('a balance was left out')
  return balance
}
