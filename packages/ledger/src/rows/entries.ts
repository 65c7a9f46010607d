import { bigints, smallints, texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Write } from '../pg/writes.ts'
import type { AccountRef, Entry, Standing } from '../types.ts'

const save: Statement = {
  name: 'ledger.save_entries',
  text: `insert into entries (owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents,
      counter_owner_id, counter_account, kind, reverses, created_at)
    select owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents, counter_owner_id,
      counter_account, kind, reverses, $12
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::uuid[], $5::smallint[], $6::bigint[], $7::bigint[],
      $8::uuid[], $9::text[], $10::text[], $11::uuid[]) as entry (owner_id, account, seq, transfer_id, leg,
      amount_cents, balance_after_cents, counter_owner_id, counter_account, kind, reverses)`,
}

const page: Statement = {
  name: 'ledger.history',
  text: `select * from entries where owner_id = $1 and account = $2 and seq < $3 order by seq desc limit $4`,
}

const forward: Statement = {
  name: 'ledger.entries',
  text: `select * from entries where owner_id = $1 and account = $2 and seq > $3 and seq <= $4 order by seq limit $5`,
}

const one: Statement = {
  name: 'ledger.entry',
  text: `select seq, balance_after_cents, created_at from entries where owner_id = $1 and account = $2 and seq = $3`,
}

const MAX_SEQ = 9_223_372_036_854_775_807n
const MAX_PAGE = 500
const START: Standing = { seq: 0n, balanceCents: 0n }

type EntryRow = {
  owner_id: string
  account: string
  seq: bigint
  transfer_id: string
  leg: number
  amount_cents: bigint
  balance_after_cents: bigint
  counter_owner_id: string
  counter_account: string
  kind: string
  reverses: string | null
  created_at: Date
}

export const entryWrites = (entries: Entry[], at: Date): Write[] => {
  if (entries.length === 0) return []
  const values = [
    uuids(entries.map(({ ownerId }) => ownerId)),
    texts(entries.map(({ account }) => account)),
    bigints(entries.map(({ seq }) => seq)),
    uuids(entries.map(({ transferId }) => transferId)),
    smallints(entries.map(({ leg }) => leg)),
    bigints(entries.map(({ amountCents }) => amountCents)),
    bigints(entries.map(({ balanceAfterCents }) => balanceAfterCents)),
    uuids(entries.map(({ counter }) => counter.ownerId)),
    texts(entries.map(({ counter }) => counter.account)),
    texts(entries.map(({ kind }) => kind)),
    uuids(entries.map(({ reverses }) => reverses)),
    at,
  ]
  return [{ statement: save, values, isIndependent: true }]
}

const toEntry = (row: EntryRow): Entry => ({
  ownerId: row.owner_id,
  account: row.account,
  seq: row.seq,
  transferId: row.transfer_id,
  leg: row.leg,
  amountCents: row.amount_cents,
  balanceAfterCents: row.balance_after_cents,
  counter: { ownerId: row.counter_owner_id, account: row.counter_account },
  kind: row.kind,
  reverses: row.reverses,
  at: row.created_at,
})

const checkLimit = (limit: number): void => {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) throw new RangeError(`limit is not 1 to ${MAX_PAGE}`)
}

/** An account's entries, newest first, below number `before` if given. The cost does not grow with the history. */
export const listEntries = async (
  db: QueryRunner,
  ref: AccountRef,
  { before = MAX_SEQ, limit }: { before?: bigint; limit: number },
): Promise<Entry[]> => {
  checkLimit(limit)
  const { rows } = await run<EntryRow>(db, page, [ref.ownerId, ref.account, before, limit])
  return rows.map(toEntry)
}

/** An account's entries, oldest first, behind number `after` and up to number `upTo`. */
export const listEntriesForward = async (
  db: QueryRunner,
  ref: AccountRef,
  { after, upTo, limit }: { after: bigint; upTo: bigint; limit: number },
): Promise<Entry[]> => {
  checkLimit(limit)
  const { rows } = await run<EntryRow>(db, forward, [ref.ownerId, ref.account, after, upTo, limit])
  return rows.map(toEntry)
}

/**
 * How an account stood just before a moment. Entries have no index by time: their numbers are searched, from the largest power
 * of two downwards, which costs some twenty looks in a million. It probes the same numbers however many entries follow, so that
 * what was said once of a moment in the past is said for ever, as long as times rise with numbers (`pg/batch-time.ts`).
 */
export const standingBefore = async (
  db: QueryRunner,
  { ownerId, account }: AccountRef,
  moment: Date,
  lastSeq: bigint,
): Promise<Standing> => {
  let standing = START
  for (let step = 1n << BigInt(lastSeq.toString(2).length); step > 0n; step >>= 1n) {
    const seq = standing.seq + step
    if (seq > lastSeq) continue
    // Each probe depends on the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await run<EntryRow>(db, one, [ownerId, account, seq])
    const [row] = rows
    if (!row) throw new Error(`entry ${seq} of an account is missing`)
    if (row.created_at < moment) standing = { seq, balanceCents: row.balance_after_cents }
  }
  return standing
}
