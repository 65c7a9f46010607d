/**
 * Opens and locks the accounts of several owners, for one PostgreSQL and for distributed tables. Both versions take the
 * same locks in the same order, by owner and account, so that batches of all processes wait for one another in one
 * direction only. Both send everything at once, so that in a pipeline it costs one round trip.
 */
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run, settleAll } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { AccountRef, AccountSpec, AccountStatus, HoldRef } from '../types.ts'

export type AccountRow = {
  owner_id: string
  account: string
  currency: string
  status: AccountStatus
  floor_cents: bigint | null
  balance_cents: bigint
  held_cents: bigint
  seq: bigint
}

/** An account to open if it does not exist yet. */
export type Opening = AccountSpec & { floorCents: bigint | null }

/**
 * Opens the `missing` accounts, then locks the `wanted` ones and those of the `holds`, and returns those that exist. A
 * hold's account never changes, so it can be read before anything is locked.
 */
export type LockAccounts = (
  db: QueryRunner,
  wanted: readonly AccountRef[],
  holds: readonly HoldRef[],
  missing: readonly Opening[],
) => Promise<AccountRow[]>

const openAll: Statement = {
  name: 'ledger.open_accounts',
  text: `with opened as (
      insert into accounts (owner_id, account, currency, floor_cents)
      select owner_id, account, currency, floor_cents
      from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) as wanted (owner_id, account, currency, floor_cents)
      order by owner_id, account collate "C"
      on conflict (owner_id, account) do nothing
      returning owner_id, account, currency, floor_cents, status
    )
    insert into account_terms (owner_id, account, n, currency, floor_cents, status)
    select owner_id, account, 1, currency, floor_cents, status from opened`,
}

const lockNamed: Statement = {
  name: 'ledger.lock_named_accounts',
  text: `select accounts.* from unnest($1::uuid[], $2::text[]) as wanted (owner_id, account)
    join accounts on accounts.owner_id = wanted.owner_id and accounts.account = wanted.account collate "C"
    order by accounts.owner_id, accounts.account
    for no key update of accounts`,
}

// `union`, never `union all`: the planner flattens the latter, and then a row that changed while its lock was awaited is
// rechecked in one arm only, not found, and silently left out.
const lockAll: Statement = {
  name: 'ledger.lock_accounts',
  text: `with wanted as (
      select owner_id, account collate "C" as account from unnest($1::uuid[], $2::text[]) as named (owner_id, account)
      union
      select holds.owner_id, holds.account
      from unnest($3::uuid[], $4::uuid[]) as wanted_hold (owner_id, hold_id)
      join holds on holds.owner_id = wanted_hold.owner_id and holds.hold_id = wanted_hold.hold_id
    )
    select accounts.* from wanted
    join accounts on accounts.owner_id = wanted.owner_id and accounts.account = wanted.account
    order by accounts.owner_id, accounts.account
    for no key update of accounts`,
}

/** For one PostgreSQL: two statements, however many accounts. */
export const lockInOneStatement: LockAccounts = async (db, wanted, holds, missing) => {
  const opening =
    missing.length > 0
      ? run(db, openAll, [
          uuids(missing.map(({ ownerId }) => ownerId)),
          texts(missing.map(({ account }) => account)),
          texts(missing.map(({ currency }) => currency)),
          bigints(missing.map(({ floorCents }) => floorCents)),
        ])
      : Promise.resolve(null)
  const named = [uuids(wanted.map(({ ownerId }) => ownerId)), texts(wanted.map(({ account }) => account))]
  const held = [uuids(holds.map(({ ownerId }) => ownerId)), uuids(holds.map(({ holdId }) => holdId))]
  // Where a command names holds, their accounts are locked in the same statement.
  const locking = run<AccountRow>(
    db,
    holds.length === 0 ? lockNamed : lockAll,
    holds.length === 0 ? named : [...named, ...held],
  )
  const [, locked] = await settleAll(opening, locking)
  return locked.rows
}

const openOne: Statement = {
  name: 'ledger.open_account',
  text: `insert into accounts (owner_id, account, currency, floor_cents) values ($1, $2, $3, $4)
    on conflict (owner_id, account) do nothing`,
}

// A separate statement, since one that writes within a WITH cannot be sent to a single shard.
const openTerms: Statement = {
  name: 'ledger.open_terms',
  text: `insert into account_terms (owner_id, account, n, currency, floor_cents, status) values ($1, $2, 1, $3, $4, 'open')
    on conflict (owner_id, account, n) do nothing`,
}

// All accounts and holds of one owner are on one shard.
const lockOwner: Statement = {
  name: 'ledger.lock_accounts_of_owner',
  text: `select accounts.* from accounts
    where owner_id = $1
      and (account = any($2::text[])
        or account in (select holds.account from holds where holds.owner_id = $1 and holds.hold_id = any($3::uuid[])))
    order by account
    for no key update`,
}

// PostgreSQL sorts uuid, and text collate "C", by bytes.
const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right))
const byOwner = (left: AccountRef, right: AccountRef): number =>
  byBytes(left.ownerId.toLowerCase(), right.ownerId.toLowerCase()) || byBytes(left.account, right.account)

/** For distributed tables, where a statement may lock the rows of one owner only: one statement per owner. */
export const lockOwnerByOwner: LockAccounts = async (db, wanted, holds, missing) => {
  const owners = new Map<string, { accounts: string[]; holds: string[] }>()
  const of = (ownerId: string) => {
    const known = owners.get(ownerId) ?? { accounts: [], holds: [] }
    owners.set(ownerId, known)
    return known
  }
  for (const { ownerId, account } of wanted) of(ownerId).accounts.push(account)
  for (const { ownerId, holdId } of holds) of(ownerId).holds.push(holdId)

  const opening = missing
    .toSorted(byOwner)
    .flatMap(({ ownerId, account, currency, floorCents }) =>
      [openOne, openTerms].map((statement) => run(db, statement, [ownerId, account, currency, floorCents])),
    )
  const locking = [...owners]
    .toSorted(([left], [right]) => byBytes(left.toLowerCase(), right.toLowerCase()))
    .map(([ownerId, names]) => run<AccountRow>(db, lockOwner, [ownerId, names.accounts, names.holds]))
  const [, locked] = await settleAll(settleAll(...opening), settleAll(...locking))
  return locked.flatMap(({ rows }) => rows)
}
