import type { PoolClient } from 'pg'
import { floorOf } from './chart.ts'
import { RaceLost } from './errors.ts'
import { run, together } from './sql.ts'
import type { Statement } from './sql.ts'
import { accountId, changed } from './state.ts'
import type { Account, Rows } from './state.ts'
import type { AccountSpec, AccountStatus, HoldRef } from './types.ts'

const open: Statement = {
  name: 'ledger.open_accounts',
  text: `insert into accounts (owner_id, account, currency, floor_cents)
    select owner_id, account, currency, floor_cents
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) as wanted (owner_id, account, currency, floor_cents)
    order by owner_id, account collate "C"
    on conflict (owner_id, account) do nothing`,
}

// A hold's account never changes, so it may be read before anything is locked.
const lock: Statement = {
  name: 'ledger.lock_accounts',
  text: `with wanted as (
      select owner_id, account collate "C" as account from unnest($1::uuid[], $2::text[]) as named (owner_id, account)
      union
      select holds.owner_id, holds.account
      from unnest($3::uuid[], $4::uuid[]) as touched (owner_id, hold_id)
      join holds on holds.owner_id = touched.owner_id and holds.hold_id = touched.hold_id
    )
    select accounts.* from wanted
    join accounts on accounts.owner_id = wanted.owner_id and accounts.account = wanted.account
    order by accounts.owner_id, accounts.account
    for no key update of accounts`,
}

const save: Statement = {
  name: 'ledger.save_accounts',
  text: `update accounts
    set balance_cents = next.balance_cents, held_cents = next.held_cents, seq = next.seq
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
      as next (owner_id, account, balance_cents, held_cents, seq, seq_before, balance_before_cents)
    where accounts.owner_id = next.owner_id and accounts.account = next.account
      and accounts.seq = next.seq_before and accounts.balance_cents = next.balance_before_cents`,
}

type AccountRow = {
  owner_id: string
  account: string
  currency: string
  status: AccountStatus
  floor_cents: bigint | null
  balance_cents: bigint
  held_cents: bigint
  seq: bigint
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
 * Opens what is missing, then locks every account of the batch, in the order of owner and account. This is the only
 * place where the ledger takes row locks: all batches of all processes take them in the same order, so none waits for
 * one that waits for it. Opening comes first and in the same order: a row being opened by somebody else is waited for
 * while no lock is held. `known` names accounts seen committed, which need no opening.
 */
export const lockAccounts = async (
  client: PoolClient,
  wanted: AccountSpec[],
  holds: HoldRef[],
  known: ReadonlySet<string>,
): Promise<Map<string, Account | null>> => {
  const missing = wanted.filter((spec) => !known.has(accountId(spec)))
  const opening =
    missing.length > 0
      ? run(client, open, [
          missing.map(({ ownerId }) => ownerId),
          missing.map(({ account }) => account),
          missing.map(({ currency }) => currency),
          missing.map(({ account, floorCents }) => (floorCents === undefined ? floorOf(account) : floorCents)),
        ])
      : Promise.resolve(null)
  const locking = run<AccountRow>(client, lock, [
    wanted.map(({ ownerId }) => ownerId),
    wanted.map(({ account }) => account),
    holds.map(({ ownerId }) => ownerId),
    holds.map(({ holdId }) => holdId),
  ])
  const [, locked] = await together(opening, locking)
  return new Map(locked.rows.map(toAccount).map((account) => [accountId(account), account]))
}

/** Writes the new balances. A row that is not as it was decided upon stops the batch: it is a tripwire, not a lock. */
export const saveAccounts = async (client: PoolClient, accounts: Rows<Account>): Promise<void> => {
  const changes = changed(accounts)
  if (changes.length === 0) return
  const { rowCount } = await run(client, save, [
    changes.map(({ after }) => after.ownerId),
    changes.map(({ after }) => after.account),
    changes.map(({ after }) => after.balanceCents),
    changes.map(({ after }) => after.heldCents),
    changes.map(({ after }) => after.seq),
    changes.map(({ before }) => before?.seq),
    changes.map(({ before }) => before?.balanceCents),
  ])
  if (rowCount !== changes.length) throw new RaceLost('a balance changed although its row was locked')
}
