/** The rows that the continuous check reads. Each statement costs a number of index lookups that its caller bounds. */
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Batch } from '../rows/batches.ts'
import { readReturned } from '../rows/reversals.ts'
import type { TransferRef } from '../rows/reversals.ts'
import type { AccountRef } from '../types.ts'
import type { AccountEvidence, SeenEntry, SeenReversal } from './check-rules.ts'
import type { EntryRef } from './progress-store.ts'

// The order by is for the planner, which may not sort here (see `keyLookupTransaction`): while the table is small, another
// index seems as good to it, and would read whole accounts later.
const spans: Statement = {
  name: 'ledger.entries_of_spans',
  text: `select entries.*
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[]) as span (owner_id, account, before, after)
    cross join lateral (select owner_id, account, seq, transfer_id, amount_cents, balance_after_cents, reverses
      from entries where entries.owner_id = span.owner_id and entries.account = span.account
        and entries.seq between span.before and span.after
      order by entries.owner_id, entries.account, entries.seq) as entries`,
}

const entryRange: Statement = {
  name: 'ledger.entry_range',
  text: `select owner_id, account, seq, transfer_id, amount_cents, balance_after_cents, reverses from entries
    where (owner_id, account, seq) >= ($1, $2, $3) order by owner_id, account, seq limit $4`,
}

const nextAccounts: Statement = {
  name: 'ledger.next_accounts',
  text: `select owner_id, account from accounts where (owner_id, account) > ($1, $2)
    order by owner_id, account limit $3`,
}

const accountEvidence: Statement = {
  name: 'ledger.account_evidence',
  text: `select accounts.owner_id, accounts.account, accounts.currency, accounts.seq, balance_cents, held_cents,
      accounts.floor_cents,
      coalesce(last.seq, 0) as last_seq, coalesce(last.balance_after_cents, 0) as last_balance_cents,
      coalesce(held.cents, 0)::bigint as open_holds_cents,
      (accounts.currency, accounts.floor_cents, accounts.status)
        is not distinct from (terms.currency, terms.floor_cents, terms.status) as is_under_terms
    from accounts join unnest($1::uuid[], $2::text[]) as wanted (owner_id, account)
      on accounts.owner_id = wanted.owner_id and accounts.account = wanted.account
    left join lateral (select seq, balance_after_cents from entries
      where entries.owner_id = accounts.owner_id and entries.account = accounts.account
      order by entries.seq desc limit 1) as last on true
    left join lateral (select sum(amount_cents - settled_cents - released_cents) as cents from holds
      where holds.owner_id = accounts.owner_id and holds.account = accounts.account and state = 'open') as held on true
    left join lateral (select account_terms.currency, account_terms.floor_cents, account_terms.status from account_terms
      where account_terms.owner_id = accounts.owner_id and account_terms.account = accounts.account
      order by n desc limit 1) as terms on true`,
}

type EntryRow = {
  owner_id: string
  account: string
  seq: bigint
  transfer_id: string
  amount_cents: bigint
  balance_after_cents: bigint
  reverses: string | null
}

const toEntry = (row: EntryRow): SeenEntry => ({
  ownerId: row.owner_id,
  account: row.account,
  seq: row.seq,
  transferId: row.transfer_id,
  amountCents: row.amount_cents,
  balanceAfterCents: row.balance_after_cents,
  reverses: row.reverses,
})

/** The entries of the batches, with the one before each span. */
export const listBatchEntries = async (db: QueryRunner, batches: Batch[]): Promise<SeenEntry[]> => {
  const all = batches.flatMap((batch) => batch.spans).filter(({ before, after }) => after > before)
  if (all.length === 0) return []
  const { rows } = await run<EntryRow>(db, spans, [
    all.map(({ ownerId }) => ownerId),
    all.map(({ account }) => account),
    all.map(({ before }) => before),
    all.map(({ after }) => after),
  ])
  return rows.map(toEntry)
}

export const listEntryRange = async (db: QueryRunner, from: EntryRef, limit: number): Promise<SeenEntry[]> => {
  const { rows } = await run<EntryRow>(db, entryRange, [from.ownerId, from.account, from.seq, limit])
  return rows.map(toEntry)
}

export const listNextAccounts = async (db: QueryRunner, after: AccountRef, limit: number): Promise<AccountRef[]> => {
  const { rows } = await run<{ owner_id: string; account: string }>(db, nextAccounts, [
    after.ownerId,
    after.account,
    limit,
  ])
  return rows.map((row) => ({ ownerId: row.owner_id, account: row.account }))
}

type AccountEvidenceRow = {
  owner_id: string
  account: string
  currency: string
  seq: bigint
  balance_cents: bigint
  held_cents: bigint
  floor_cents: bigint | null
  last_seq: bigint
  last_balance_cents: bigint
  open_holds_cents: bigint
  is_under_terms: boolean
}

/** Leaves out accounts that do not exist. A single statement, so that each account is seen at one point in time. */
export const listAccountEvidence = async (db: QueryRunner, refs: AccountRef[]): Promise<AccountEvidence[]> => {
  const { rows } = await run<AccountEvidenceRow>(db, accountEvidence, [
    refs.map(({ ownerId }) => ownerId),
    refs.map(({ account }) => account),
  ])
  return rows.map((row) => ({
    ownerId: row.owner_id,
    account: row.account,
    currency: row.currency,
    seq: row.seq,
    balanceCents: row.balance_cents,
    heldCents: row.held_cents,
    floorCents: row.floor_cents,
    lastSeq: row.last_seq,
    lastBalanceCents: row.last_balance_cents,
    openHoldsCents: row.open_holds_cents,
    isUnderTerms: row.is_under_terms,
  }))
}

export const listReversals = async (db: QueryRunner, wanted: readonly TransferRef[]): Promise<SeenReversal[]> => {
  if (wanted.length === 0) return []
  return (await readReturned(db, wanted)).map(({ recorded, ...seen }) => ({
    ...seen,
    recordedMovedCents: recorded?.movedCents ?? null,
    returnedCents: recorded?.returnedCents ?? null,
  }))
}
