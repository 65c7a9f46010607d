/**
 * One row per batch says which accounts it wrote, from which number to which. It is all that the checker and the sealer
 * need in order to see no more than what is new: their order is that of the transactions, and what lies below the oldest
 * transaction still open is complete. Written once per batch, it costs nothing that grows with the number of commands.
 */
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { Queryable, Statement } from '../pg/sql.ts'
import type { Account } from '../decide/state.ts'
import type { AccountRef } from '../types.ts'
import type { Write } from '../pg/writes.ts'

/** What a batch wrote in one account: the entries after `before`, up to `after`. None when only something was held. */
export type Span = AccountRef & { before: bigint; after: bigint }

/** `moment` is `at` to the last digit, in seconds since 1970. */
export type Batch = { number: bigint; at: Date; moment: string; spans: Span[] }

const save: Statement = {
  name: 'ledger.save_batch',
  text: `insert into batches (owner_ids, accounts, seqs_before, seqs_after) values ($1, $2, $3, $4)`,
}

// A transaction gets its number before it commits. Below the oldest number still at work every one has ended.
const list: Statement = {
  name: 'ledger.list_batches',
  text: `select *, extract(epoch from at)::text as moment from batches where transaction_number > $1 and transaction_number <= $2
      and transaction_number < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by transaction_number limit $3`,
}

type Row = {
  transaction_number: bigint
  at: Date
  moment: string
  owner_ids: string[]
  accounts: string[]
  seqs_before: string[]
  seqs_after: string[]
}

export const batchWrites = (changes: { before: Account | null; after: Account }[]): Write[] => {
  if (changes.length === 0) return []
  const values = [
    uuids(changes.map(({ after }) => after.ownerId)),
    texts(changes.map(({ after }) => after.account)),
    bigints(changes.map(({ before }) => before?.seq ?? 0n)),
    bigints(changes.map(({ after }) => after.seq)),
  ]
  return [{ statement: save, values, isIndependent: true }]
}

export const entriesIn = ({ spans }: Batch): number =>
  spans.reduce((sum, { before, after }) => sum + Number(after - before), 0)

/** More entries than a batch can write into one account: a row that says so was not written by us. */
const MAX_SPAN = 200_000n

const least = (left: bigint, right: bigint) => (left < right ? left : right)

const toSpan = (row: Row, ownerId: string, index: number): Span => {
  const before = BigInt(row.seqs_before[index] ?? 0)
  const after = least(BigInt(row.seqs_after[index] ?? 0), before + MAX_SPAN)
  return { ownerId, account: row.accounts[index] ?? '', before, after }
}

const MAX_NUMBER = 9_223_372_036_854_775_807n

/** Batches that have ended, in the order of their transactions, after one number and up to another. */
export const listBatches = async (
  db: Queryable,
  { after, through = MAX_NUMBER, limit }: { after: bigint; through?: bigint | undefined; limit: number | null },
): Promise<Batch[]> => {
  const { rows } = await run<Row>(db, list, [after, through, limit])
  return rows.map((row) => ({
    number: row.transaction_number,
    at: row.at,
    moment: row.moment,
    spans: row.owner_ids.map((ownerId, index) => toSpan(row, ownerId, index)),
  }))
}
