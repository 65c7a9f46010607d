/**
 * The full check: recomputes from the entries what the tables claim, on one snapshot. It trusts nothing the posting code
 * does. Each query returns the rows that break an invariant; a sound ledger returns none.
 */
import type { Pool } from 'pg'
import type { Json } from './types.ts'

export type Violation = { invariant: string; where: Json }

export type CheckReport = {
  ok: boolean
  entries: bigint
  accounts: bigint
  /** At most `SAMPLES` per invariant. */
  violations: Violation[]
}

const SAMPLES = 20

// Short timeouts guard the product's path; the check reads everything and takes as long as it takes, within reason.
const WITHIN_MS = 600_000
const patience = `select set_config('statement_timeout', '${WITHIN_MS}', true), set_config('transaction_timeout', '0', true)`
const patient = (text: string) => ({ text, query_timeout: WITHIN_MS })

const count =
  'select (select count(*) from entries)::text as entries, (select count(*) from accounts)::text as accounts'

const invariants: Record<string, string> = {
  'all entries of a currency sum to zero': `
    select accounts.currency, sum(amount_cents)::text as sum_cents
    from entries join accounts using (owner_id, account)
    group by accounts.currency having sum(amount_cents) <> 0`,

  'every transfer sums to zero in each currency': `
    select transfer_id, accounts.currency, sum(amount_cents)::text as sum_cents
    from entries join accounts using (owner_id, account)
    group by transfer_id, accounts.currency having sum(amount_cents) <> 0`,

  'every entry continues the balance and the numbering of its account': `
    select owner_id, account, seq::text from (
      select owner_id, account, seq, amount_cents, balance_after_cents,
        lag(seq, 1, 0::bigint) over history as seq_before,
        lag(balance_after_cents, 1, 0::bigint) over history as balance_before_cents
      from entries window history as (partition by owner_id, account order by seq)
    ) as numbered
    where seq <> seq_before + 1 or balance_after_cents <> balance_before_cents + amount_cents`,

  'every account stands where its last entry left it': `
    select owner_id, account, accounts.balance_cents::text, accounts.seq::text
    from accounts full join (
      select owner_id, account, max(seq) as seq, sum(amount_cents) as balance_cents from entries group by 1, 2
    ) as told using (owner_id, account)
    where accounts.seq is distinct from coalesce(told.seq, 0)
      or accounts.balance_cents is distinct from coalesce(told.balance_cents, 0)`,

  'what an account holds is what its open holds have left': `
    select owner_id, account, accounts.held_cents::text
    from accounts full join (
      select owner_id, account, sum(amount_cents - settled_cents - released_cents) as held_cents
      from holds where state = 'open' group by 1, 2
    ) as kept using (owner_id, account)
    where accounts.held_cents is distinct from coalesce(kept.held_cents, 0)`,

  'no hold gives more than its amount, and it is open only while something is left': `
    select owner_id, hold_id from holds
    where settled_cents < 0 or released_cents < 0 or settled_cents + released_cents > amount_cents
      or (state = 'open') <> (settled_cents + released_cents < amount_cents)`,

  'no account is below its floor': `
    select owner_id, account from accounts where balance_cents - held_cents < floor_cents`,

  'no transfer is taken back beyond what it moved': `
    select owner_id, account, transfer_id, moved.moved_cents::text, told.returned_cents::text
    from (
      select owner_id, account, reverses as transfer_id, sum(amount_cents) as returned_cents
      from entries where reverses is not null group by 1, 2, 3
    ) as told
    join (
      select owner_id, account, transfer_id, sum(amount_cents) as moved_cents from entries group by 1, 2, 3
    ) as moved using (owner_id, account, transfer_id)
    left join reversals using (owner_id, account, transfer_id)
    where moved.moved_cents <> 0 and told.returned_cents <> 0 and (
      abs(told.returned_cents) > abs(moved.moved_cents)
      or reversals.returned_cents is distinct from told.returned_cents
      or reversals.moved_cents is distinct from moved.moved_cents)`,

  'every taken back total is told by entries': `
    select owner_id, account, transfer_id from reversals
    left join (
      select owner_id, account, reverses as transfer_id, sum(amount_cents) as returned_cents
      from entries where reverses is not null group by 1, 2, 3
    ) as told using (owner_id, account, transfer_id)
    where reversals.returned_cents is distinct from told.returned_cents`,

  'every transfer was accepted under exactly one key': `
    select moved.transfer_id, keys.count::text
    from (select distinct transfer_id from entries) as moved
    left join (select transfer_id, count(*) from idempotency where status = 'accepted' group by 1) as keys
      using (transfer_id)
    where keys.count is distinct from 1`,
}

/** Checks everything on one snapshot. Reads all entries: for tests, audits and nights, not for the product's path. */
export const checkLedger = async (pool: Pool): Promise<CheckReport> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(patience)
    const violations: Violation[] = []
    for (const [invariant, text] of Object.entries(invariants)) {
      const { rows } = await client.query<{ [key: string]: Json }>(patient(`${text} limit ${SAMPLES}`))
      violations.push(...rows.map((where) => ({ invariant, where })))
    }
    const counts = await client.query<{ entries: string; accounts: string }>(patient(count))
    await client.query('commit')
    client.release()
    const { entries, accounts } = counts.rows[0] ?? { entries: '0', accounts: '0' }
    return { ok: violations.length === 0, entries: BigInt(entries), accounts: BigInt(accounts), violations }
  } catch (error) {
    client.release(true)
    throw error
  }
}
