import { run } from './sql.ts'
import type { Queryable, Statement } from './sql.ts'
import { balanceOf } from './state.ts'
import type { AccountRef, AccountStatus, Balance } from './types.ts'

/** One account of an owner, as a list of balances shows it. */
export type AccountBalance = Balance & AccountRef & { currency: string; status: AccountStatus }

const list: Statement = {
  name: 'ledger.balances',
  text: `select account, currency, status, balance_cents, held_cents, seq from accounts
    where owner_id = $1 and ($2::text is null or account = $2) order by account`,
}

const setStatus: Statement = {
  name: 'ledger.set_status',
  text: `update accounts set status = $3 where owner_id = $1 and account = $2`,
}

const setFrozen: Statement = {
  name: 'ledger.set_frozen',
  text: `update money_frozen set frozen = $1, reason = $2, changed_at = $3`,
}

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

/** Zero for an account never used. */
export const readBalance = async (db: Queryable, ref: AccountRef): Promise<Balance> => {
  const [found] = await read(db, ref.ownerId, ref.account)
  const { balanceCents, heldCents, availableCents, seq } =
    found ?? balanceOf({ balanceCents: 0n, heldCents: 0n, seq: 0n })
  return { balanceCents, heldCents, availableCents, seq }
}

/** Throws when there is no such account. Takes effect with the next batch that locks the account. */
export const changeStatus = async (db: Queryable, ref: AccountRef, status: AccountStatus): Promise<void> => {
  const { rowCount } = await run(db, setStatus, [ref.ownerId, ref.account, status])
  if (rowCount !== 1) throw new Error('there is no such account')
}

export const changeFrozen = async (db: Queryable, isFrozen: boolean, reason: string | null): Promise<void> => {
  await run(db, setFrozen, [isFrozen, reason, new Date()])
}
