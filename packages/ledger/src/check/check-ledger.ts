/**
 * The full check: recomputes from the entries what the tables claim, on one snapshot. It trusts nothing the posting code
 * does. All entries are read in one pass that keeps a few sums per account; only where a sum does not come out are rows
 * looked at one by one, to name what is wrong. Some of the sums weigh every row with a hash under a seed that is new at
 * each check: rows that do not fit one another cancel out by chance only, less often than once in a trillion times.
 */
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { INVARIANTS } from './check-rules.ts'
import type { Violation } from './check-rules.ts'
import { run } from '../pg/sql.ts'
import { PATIENCE_MS, patient } from '../pg/transaction.ts'
import type { Json } from '../types.ts'

export type CheckReport = {
  ok: boolean
  entries: bigint
  accounts: bigint
  /** At most `SAMPLES` per invariant. */
  violations: Violation[]
}

const SAMPLES = 20

// A prime, so that a product is a multiple of it only when a factor is; small enough that products fit into 63 bits.
const PRIME = 8_796_093_022_151n
const WEIGHT_BITS = 20
const WEIGHTS = [0, 1, 2].map((n) => n * WEIGHT_BITS)

/** Each transfer's amounts times the same random weight: a transfer that does not balance leaves a remainder. */
const weighed = (bit: number): string =>
  `sum(amount_cents % ${PRIME} * (uuid_hash_extended(transfer_id, $1) >> ${bit} & ${2 ** WEIGHT_BITS - 1})) as weighed_${bit}`

/** A balance after so many entries, as a number that fits no other. */
const mark = (seq: string, cents: string): string => `(hashint8extended(${seq}, hashint8extended(${cents}, $1)) >> 2)`

// What each entry leaves and what the next one finds are the same mark: they cancel out down to those of the two ends.
// Numbers without a gap are as many as the last one says.
const sums = `with told as (
    select owner_id, account, count(*) as count, max(seq) as last, sum(amount_cents)::bigint as cents,
      sum(${mark('seq', 'balance_after_cents')} - ${mark('seq - 1', 'balance_after_cents - amount_cents')}) as unmatched,
      ${WEIGHTS.map(weighed).join(', ')}
    from entries group by owner_id, account
  )
  select currency, coalesce(sum(count), 0)::text as entries, count(currency)::text as accounts,
    coalesce(sum(cents), 0)::text as sum_cents,
    ${WEIGHTS.map((bit) => `coalesce(sum(weighed_${bit}), 0) % ${PRIME} = 0`).join(' and ')} as "sumOfTransfer",
    bool_and(accounts.balance_cents is not distinct from coalesce(cents, 0)
      and accounts.seq is not distinct from coalesce(last, 0)) as standing,
    bool_and(count is null or count = last
      and unmatched = ${mark('last', 'cents')} - ${mark('0::bigint', '0::bigint')}) as continuity
  from accounts full join told using (owner_id, account) group by currency`

/** Where a sum does not come out, these say which rows it is. */
const naming = {
  sumOfTransfer: `
    select transfer_id, accounts.currency, sum(amount_cents)::text as sum_cents
    from entries join accounts using (owner_id, account)
    group by transfer_id, accounts.currency having sum(amount_cents) <> 0`,

  continuity: `
    select owner_id, account, seq::text from (
      select owner_id, account, seq, amount_cents, balance_after_cents,
        lag(seq, 1, 0::bigint) over history as seq_before,
        lag(balance_after_cents, 1, 0::bigint) over history as balance_before_cents
      from entries window history as (partition by owner_id, account order by seq)
    ) as numbered
    where seq <> seq_before + 1 or balance_after_cents <> balance_before_cents + amount_cents`,

  standing: `
    select owner_id, account, accounts.balance_cents::text, accounts.seq::text
    from accounts full join (
      select owner_id, account, max(seq) as seq, sum(amount_cents) as balance_cents from entries group by 1, 2
    ) as told using (owner_id, account)
    where accounts.seq is distinct from coalesce(told.seq, 0)
      or accounts.balance_cents is distinct from coalesce(told.balance_cents, 0)`,
} as const satisfies Partial<Record<keyof typeof INVARIANTS, string>>

const told = `(select owner_id, account, reverses as transfer_id, sum(amount_cents) as returned_cents
  from entries where reverses is not null group by 1, 2, 3) as told`

const rest = {
  held: `
    select owner_id, account, accounts.held_cents::text
    from accounts full join (
      select owner_id, account, sum(amount_cents - settled_cents - released_cents) as held_cents
      from holds where state = 'open' group by 1, 2
    ) as kept using (owner_id, account)
    where accounts.held_cents is distinct from coalesce(kept.held_cents, 0)`,

  hold: `
    select owner_id, hold_id from holds
    where settled_cents < 0 or released_cents < 0 or settled_cents + released_cents > amount_cents
      or (state = 'open') <> (settled_cents + released_cents < amount_cents)`,

  floor: `
    select owner_id, account from accounts where balance_cents - held_cents < floor_cents`,

  terms: `
    select owner_id, account from accounts full join (
      select distinct on (owner_id, account) owner_id, account, currency, floor_cents, status
      from account_terms order by owner_id, account, n desc
    ) as terms using (owner_id, account)
    where (accounts.currency, accounts.floor_cents, accounts.status)
      is distinct from (terms.currency, terms.floor_cents, terms.status)`,

  // The legs that a reversal finds no movement for are free; what it does find caps them.
  reversal: `
    select owner_id, account, transfer_id, moved.cents::text as moved_cents, told.returned_cents::text
    from ${told}
    cross join lateral (select sum(amount_cents) as cents from entries where entries.owner_id = told.owner_id
      and entries.account = told.account and entries.transfer_id = told.transfer_id) as moved
    left join reversals using (owner_id, account, transfer_id)
    where moved.cents <> 0 and told.returned_cents <> 0 and (
      abs(told.returned_cents) > abs(moved.cents)
      or reversals.returned_cents is distinct from told.returned_cents
      or reversals.moved_cents is distinct from moved.cents)`,

  returned: `
    select owner_id, account, transfer_id from reversals left join ${told} using (owner_id, account, transfer_id)
    where reversals.returned_cents is distinct from told.returned_cents`,

  // Every transfer has one first leg.
  key: `
    select entries.transfer_id, coalesce(keys.count, 0)::text as keys
    from entries left join (
      select transfer_id, count(*) from idempotency where status = 'accepted' group by 1
    ) as keys on keys.transfer_id = entries.transfer_id
    where leg = 0 and keys.count is distinct from 1`,
} as const satisfies Partial<Record<keyof typeof INVARIANTS, string>>

type Sums = {
  currency: string | null
  entries: string
  accounts: string
  sum_cents: string
} & Record<keyof typeof naming, boolean>

const sample = async (client: PoolClient, invariant: keyof typeof INVARIANTS, text: string): Promise<Violation[]> => {
  const statement = { name: `ledger.check_${invariant}`, text: `${text} limit ${SAMPLES}`, query_timeout: PATIENCE_MS }
  const { rows } = await run<{ [key: string]: Json }>(client, statement, [])
  return rows.map((where) => ({ invariant: INVARIANTS[invariant], where }))
}

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.entries(table) as [Key, string][]

/** Sums that do not come out are named row by row; where that finds nothing the sum itself is told. */
const nameFlaws = async (client: PoolClient, found: Sums[]): Promise<Violation[]> => {
  const violations: Violation[] = found
    .filter(({ sum_cents }) => sum_cents !== '0')
    .map(({ currency, sum_cents }) => ({
      invariant: INVARIANTS.sumOfAll,
      where: { currency: currency ?? 'unknown', sum_cents },
    }))
  for (const [invariant, text] of keysOf(naming)) {
    const failing = found.filter((row) => !row[invariant])
    if (failing.length === 0) continue
    const named = await sample(client, invariant, text)
    const unnamed = failing.map(({ currency }) => ({ invariant: INVARIANTS[invariant], where: { currency } }))
    violations.push(...(named.length > 0 ? named : unnamed))
  }
  return violations
}

const total = (found: Sums[], field: 'entries' | 'accounts'): bigint =>
  found.reduce((sum, row) => sum + BigInt(row[field]), 0n)

/** Checks everything on one snapshot. Reads all entries: for tests, audits and nights, not for the product's path. */
export const checkLedger = (pool: Pool): Promise<CheckReport> =>
  patient(pool, async (client) => {
    const seed = randomBytes(8).readBigInt64BE()
    const statement = { name: 'ledger.check_sums', text: sums, query_timeout: PATIENCE_MS }
    const { rows: found } = await run<Sums>(client, statement, [seed])
    const violations = await nameFlaws(client, found)
    for (const [invariant, text] of keysOf(rest)) violations.push(...(await sample(client, invariant, text)))
    return {
      ok: violations.length === 0,
      entries: total(found, 'entries'),
      accounts: total(found, 'accounts'),
      violations,
    }
  })
