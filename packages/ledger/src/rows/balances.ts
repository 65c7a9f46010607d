import type { Pool } from 'pg'
import { MoneyFrozen } from '../errors.ts'
import { texts, uuids } from '../pg/lists.ts'
import { lookUp, run } from '../pg/sql.ts'
import type { Asks, Queryable, Statement } from '../pg/sql.ts'
import { balanceOf } from '../decide/state.ts'
import type { AccountRef, AccountStatus, Balance } from '../types.ts'

/** One account of an owner, as a list of balances shows it. */
export type AccountBalance = Balance & AccountRef & { currency: string; status: AccountStatus }

const list: Statement = {
  name: 'ledger.balances',
  text: `select account, currency, status, balance_cents, held_cents, seq from accounts
    where owner_id = $1 and ($2::text is null or account = $2) order by account`,
}

const many: Statement = {
  name: 'ledger.balances_of',
  text: `select asked.n::int as n, balance_cents, held_cents, seq
    from unnest($1::uuid[], $2::text[]) with ordinality as asked (owner_id, account, n)
    join accounts on accounts.owner_id = asked.owner_id and accounts.account = asked.account`,
}

const setStatus: Statement = {
  name: 'ledger.set_status',
  text: `update accounts set status = $3 where owner_id = $1 and account = $2`,
}

// The row of the account is locked by now: no two can count alike.
const insertTerms: Statement = {
  name: 'ledger.insert_terms',
  text: `insert into account_terms (owner_id, account, n, currency, floor_cents, status)
    select owner_id, account, (select coalesce(max(n), 0) + 1 from account_terms as before
        where before.owner_id = $1 and before.account = $2), currency, floor_cents, status
    from accounts where owner_id = $1 and account = $2`,
}

const freeze: Statement = { name: 'ledger.freeze', text: 'select freeze_money($1)' }

type Row = {
  account: string
  currency: string
  status: AccountStatus
  balance_cents: bigint
  held_cents: bigint
  seq: bigint
}

const read = async (db: Queryable, ownerId: string, account: string | null): Promise<AccountBalance[]> => {
  const { rows } = await run<Row>(db, list, [ownerId, account])
  return rows.map((row) => ({
    ownerId,
    account: row.account,
    currency: row.currency,
    status: row.status,
    ...balanceOf({ balanceCents: row.balance_cents, heldCents: row.held_cents, seq: row.seq }),
  }))
}

/** Every account the owner ever used. */
export const listBalances = (db: Queryable, ownerId: string): Promise<AccountBalance[]> => read(db, ownerId, null)

const unused = (): Balance => balanceOf({ balanceCents: 0n, heldCents: 0n, seq: 0n })

/** Zero for an account never used. */
export const readBalance = async (db: Queryable, ref: AccountRef): Promise<Balance> => {
  const [found] = await read(db, ref.ownerId, ref.account)
  const { balanceCents, heldCents, availableCents, seq } = found ?? unused()
  return { balanceCents, heldCents, availableCents, seq }
}

type NumberedRow = Pick<Row, 'balance_cents' | 'held_cents' | 'seq'> & { n: number }

/** Those of many accounts in the order asked; zero for an account never used. */
export const readBalances = async (db: Asks, refs: readonly AccountRef[]): Promise<Balance[]> => {
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), texts(refs.map(({ account }) => account))]
  const { rows } = await run<NumberedRow>(db, many, values)
  const found = refs.map(unused)
  for (const { n, balance_cents, held_cents, seq } of rows)
    found[n - 1] = balanceOf({ balanceCents: balance_cents, heldCents: held_cents, seq })
  return found
}

/**
 * Throws when there is no such account. Takes effect with the next batch that locks the account, and leaves a row that the
 * checker holds the account against for ever.
 */
export const changeStatus = (pool: Pool, ref: AccountRef, status: AccountStatus): Promise<void> =>
  lookUp(pool, 'read committed', async (client) => {
    const { rowCount } = await run(client, setStatus, [ref.ownerId, ref.account, status])
    if (rowCount !== 1) throw new Error('there is no such account')
    await run(client, insertTerms, [ref.ownerId, ref.account])
  })

/** Stops all money. To let it move again is no right of whoever posts. */
export const freezeMoney = async (db: Queryable, reason: string): Promise<void> => {
  await run(db, freeze, [reason])
}

const isFrozen: Statement = { name: 'ledger.is_frozen', text: 'select frozen from money_frozen' }

/** Throws MoneyFrozen while all money is stopped. */
export const requireMoving = async (db: Queryable): Promise<void> => {
  const [row] = (await run<{ frozen: boolean }>(db, isFrozen, [])).rows
  if (!row) throw new Error('money_frozen has lost its row')
  if (row.frozen) throw new MoneyFrozen()
}
