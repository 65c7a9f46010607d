/**
 * The full check recomputes from the entries, on one snapshot, what the tables claim; it relies on nothing that the posting
 * code does. All entries are read once, keeping a few sums per account; only where a sum is wrong are rows examined one by
 * one, to name them. Some sums weigh each row with a hash under a seed that is new for each check, so wrong rows cancel out
 * only by chance, with odds below one in a trillion.
 */
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { isCluster } from '../pg/cluster.ts'
import { run } from '../pg/sql.ts'
import { longReadTransaction, UNLIMITED_MS } from '../pg/transaction.ts'
import type { Json } from '../types.ts'
import { INVARIANTS } from './check-rules.ts'
import type { Violation } from './check-rules.ts'

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

/** A hash of an account's balance after so many entries. */
const mark = (seq: string, cents: string): string => `(hashint8extended(${seq}, hashint8extended(${cents}, $1)) >> 2)`

// The mark that each entry leaves is the one that the next expects, so all but those at the two ends cancel out. Without
// gaps the count of entries equals the last number.
const sums = `with totals as (
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
  from accounts full join totals using (owner_id, account) group by currency`

/** Find the rows where a sum is wrong. */
const rowsBehind = {
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
    ) as totals using (owner_id, account)
    where accounts.seq is distinct from coalesce(totals.seq, 0)
      or accounts.balance_cents is distinct from coalesce(totals.balance_cents, 0)`,
} as const satisfies Partial<Record<keyof typeof INVARIANTS, string>>

const returned = `(select owner_id, account, reverses as transfer_id, sum(amount_cents) as returned_cents
  from entries where reverses is not null group by 1, 2, 3) as returned`

const others = {
  held: `
    select owner_id, account, accounts.held_cents::text
    from accounts full join (
      select owner_id, account, sum(amount_cents - settled_cents - released_cents) as held_cents
      from holds where state = 'open' group by 1, 2
    ) as open using (owner_id, account)
    where accounts.held_cents is distinct from coalesce(open.held_cents, 0)`,

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

  // Legs of a reversal in accounts that the transfer did not touch have no cap of their own.
  reversal: `
    select owner_id, account, transfer_id, moved.cents::text as moved_cents, returned.returned_cents::text
    from ${returned}
    cross join lateral (select sum(amount_cents) as cents from entries where entries.owner_id = returned.owner_id
      and entries.account = returned.account and entries.transfer_id = returned.transfer_id) as moved
    left join reversals using (owner_id, account, transfer_id)
    where moved.cents <> 0 and returned.returned_cents <> 0 and (
      abs(returned.returned_cents) > abs(moved.cents)
      or reversals.returned_cents is distinct from returned.returned_cents
      or reversals.moved_cents is distinct from moved.cents)`,

  returned: `
    select owner_id, account, transfer_id from reversals left join ${returned} using (owner_id, account, transfer_id)
    where reversals.returned_cents is distinct from returned.returned_cents`,
} as const satisfies Partial<Record<keyof typeof INVARIANTS, string>>

/** Every how many-th transfer, for parts that read all of them together. */
const part = '(uuid_hash(transfer_id) & 65535) % $1 = $2'

// Each transfer has exactly one leg with number 0.
const keys = `
  select entries.transfer_id, coalesce(keys.count, 0)::text as keys
  from (select transfer_id from entries where leg = 0 and ${part}) as entries left join (
    select transfer_id, count(*) from idempotency where status = 'accepted' and ${part} group by 1
  ) as keys on keys.transfer_id = entries.transfer_id
  where keys.count is distinct from 1`

type Sums = {
  currency: string | null
  entries: string
  accounts: string
  sum_cents: string
} & Record<keyof typeof rowsBehind, boolean>

const sample = async (
  client: PoolClient,
  invariant: keyof typeof INVARIANTS,
  text: string,
  values: unknown[] = [],
): Promise<Violation[]> => {
  const statement = {
    name: `ledger.check_${invariant}`,
    text: `${text} limit ${SAMPLES}`,
    query_timeout: UNLIMITED_MS,
  }
  const { rows } = await run<{ [key: string]: Json }>(client, statement, values)
  return rows.map((where) => ({ invariant: INVARIANTS[invariant], where }))
}

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.entries(table) as [Key, string][]

/** Names the rows behind each wrong sum, or the sum itself if no single row is wrong. */
const nameViolations = async (client: PoolClient, found: Sums[]): Promise<Violation[]> => {
  const violations: Violation[] = found
    .filter(({ sum_cents }) => sum_cents !== '0')
    .map(({ currency, sum_cents }) => ({
      invariant: INVARIANTS.sumOfAll,
      where: { currency: currency ?? 'unknown', sum_cents },
    }))
  for (const [invariant, text] of keysOf(rowsBehind)) {
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

/** Keys lie with their owners, and a cluster sends those it compares to all machines: of so many entries, a few hundred megabytes. */
const ENTRIES_AT_ONCE = 10_000_000n

const checkKeys = async (client: PoolClient, parts: bigint): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (let one = 0n; one < parts; one += 1n) {
    // One snapshot is one connection.
    // oxlint-disable-next-line no-await-in-loop
    violations.push(...(await sample(client, 'key', keys, [parts, one])))
  }
  return violations.slice(0, SAMPLES)
}

/**
 * Checks everything on one snapshot. Reads all entries, for as long as that takes: for tests and audits.
 * @param entriesAtOnce how many entries' keys are compared at a time; on one PostgreSQL all of them, unless said
 */
export const checkLedger = (pool: Pool, entriesAtOnce?: bigint): Promise<CheckReport> =>
  longReadTransaction(
    pool,
    async (client) => {
      const seed = randomBytes(8).readBigInt64BE()
      const statement = { name: 'ledger.check_sums', text: sums, query_timeout: UNLIMITED_MS }
      const { rows: found } = await run<Sums>(client, statement, [seed])
      const violations = await nameViolations(client, found)
      for (const [invariant, text] of keysOf(others)) violations.push(...(await sample(client, invariant, text)))
      const entries = total(found, 'entries')
      const atOnce = entriesAtOnce ?? ((await isCluster(client)) ? ENTRIES_AT_ONCE : entries + 1n)
      violations.push(...(await checkKeys(client, entries / atOnce + 1n)))
      return {
        ok: violations.length === 0,
        entries,
        accounts: total(found, 'accounts'),
        violations,
      }
    },
    UNLIMITED_MS,
  )
