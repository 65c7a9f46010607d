import type { Mutant } from './mutant.ts'

const file = 'ledger/migrations/20261101000000_ledger.sql'

/** A CHECK that always holds stands for one that is missing: its name, and with it the statement, stays valid. */
const without = (check: string, why: string): Mutant => ({ file, from: check, to: 'check (true)', why })

export const schemaMutants: readonly Mutant[] = [
  without("check (account ~ '^[a-z][a-z0-9-]*(:[a-z0-9-]+)?$')", 'an account has a name of the chart'),
  without("check (currency ~ '^[A-Z]{3}$')", 'a currency is a code of three letters'),
  without("check (status in ('open', 'frozen', 'closed'))", 'an account has a status the code knows'),
  without('check (held_cents >= 0)', 'nothing is held below zero'),
  without('check (seq >= 0)', 'entries are counted from zero'),
  without(
    'check (floor_cents is null or balance_cents - held_cents >= floor_cents)',
    'the backstop below the decision: no balance below its floor',
  ),
  without('check (seq > 0)', 'the first entry is number one'),
  without('check (amount_cents <> 0)', 'an entry moves something'),
  without('check (amount_cents > 0)', 'a hold holds something'),
  without('check (settled_cents >= 0 and released_cents >= 0)', 'no part of a hold is negative'),
  without('check (settled_cents + released_cents <= amount_cents)', 'a hold gives no more than its amount'),
  without("check (state in ('open', 'settled', 'released', 'expired'))", 'a hold has a state the code knows'),
  without(
    "check ((state = 'open') = (settled_cents + released_cents < amount_cents))",
    'a hold is open exactly while something is left',
  ),
  without("check ((state = 'open') = (ended_at is null))", 'a hold that ended says when'),
  without('check (sign(moved_cents) * sign(returned_cents) = -1)', 'a reversal goes against the movement'),
  without('check (abs(returned_cents) <= abs(moved_cents))', 'no more is taken back than was moved'),
  without("check (length(key) <= 200 and key ~ '^[!-~]+$')", 'a key is short and visible'),
  without("check (status in ('accepted', 'refused'))", 'an outcome is one of two'),
  {
    file,
    from: '  constraint entries_once_per_leg unique (owner_id, account, transfer_id, leg),\n',
    to: '',
    why: 'a leg of a transfer is written once',
  },
  {
    file,
    from: 'grant select, insert on account_terms, entries to app',
    to: 'grant select, insert, update, delete on account_terms, entries to app',
    why: 'history is append-only for the product',
  },
  {
    file,
    from: 'grant select, insert, update (answer) on idempotency to app',
    to: 'grant select, insert, update, delete on idempotency to app',
    why: 'a key is never deleted',
  },
  {
    file,
    from: 'grant select, insert, update (balance_cents, held_cents, seq, status) on accounts to app',
    to: 'grant select, insert, update on accounts to app',
    why: 'the product cannot lower a floor',
  },
]
