import { floorOf } from '../chart.ts'
import { accountId, changed } from '../decide/state.ts'
import type { Account, Rows } from '../decide/state.ts'
import { bigints, texts, uuids } from '../pg/lists.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Write } from '../pg/writes.ts'
import type { AccountSpec, HoldRef } from '../types.ts'
import type { AccountRow, LockAccounts } from './lock-accounts.ts'

const save: Statement = {
  name: 'ledger.save_accounts',
  text: `update accounts
    set balance_cents = next.balance_cents, held_cents = next.held_cents, seq = next.seq
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
      as next (owner_id, account, balance_cents, held_cents, seq, seq_before, balance_before_cents, held_before_cents)
    where accounts.owner_id = next.owner_id and accounts.account = next.account and accounts.seq = next.seq_before
      and accounts.balance_cents = next.balance_before_cents and accounts.held_cents = next.held_before_cents`,
}

const toAccount = (row: AccountRow): Account => ({
  ownerId: row.owner_id,
  account: row.account,
  currency: row.currency,
  status: row.status,
  floorCents: row.floor_cents,
  balanceCents: row.balance_cents,
  heldCents: row.held_cents,
  seq: row.seq,
})

/**
 * Opens the `missing` accounts, then locks every account of the batch in the order of owner and account. The ledger locks
 * accounts nowhere else, and all batches of all processes do so in this order, so they cannot deadlock. Accounts are
 * opened first and in the same order: waiting for another process to open one happens while no lock is held.
 * @param lock how this database locks accounts
 */
export const lockAccounts = async (
  db: QueryRunner,
  wanted: AccountSpec[],
  holds: HoldRef[],
  missing: readonly AccountSpec[],
  lock: LockAccounts,
): Promise<Map<string, Account | null>> => {
  const openings = missing.map((spec) => ({
    ...spec,
    floorCents: spec.floorCents === undefined ? floorOf(spec.account) : spec.floorCents,
  }))
  const locked = await lock(db, wanted, holds, openings)
  return new Map(locked.map(toAccount).map((account) => [accountId(account), account]))
}

/** The new balances. The batch fails if a row is not the one that was read: a tripwire beneath the locks. */
export const accountWrites = (accounts: Rows<Account>): Write[] => {
  const changes = changed(accounts)
  if (changes.length === 0) return []
  const values = [
    uuids(changes.map(({ after }) => after.ownerId)),
    texts(changes.map(({ after }) => after.account)),
    bigints(changes.map(({ after }) => after.balanceCents)),
    bigints(changes.map(({ after }) => after.heldCents)),
    bigints(changes.map(({ after }) => after.seq)),
    bigints(changes.map(({ before }) => before?.seq)),
    bigints(changes.map(({ before }) => before?.balanceCents)),
    bigints(changes.map(({ before }) => before?.heldCents)),
  ]
  return [{ statement: save, values, rows: changes.length, isIndependent: true }]
}
