/**
 * One row per batch records which accounts it wrote and the range of their entry numbers. From it checker and sealer learn
 * what is new: rows are in the order of transactions, and everything below the oldest open transaction is complete. One row
 * per batch costs the same however many commands the batch has.
 */
import type { PoolClient } from 'pg'
import type { Account } from '../decide/state.ts'
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Write } from '../pg/writes.ts'
import type { AccountRef } from '../types.ts'

/** What a batch wrote in one account: the entries after `before`, up to `after`; none if it only placed or freed holds. */
export type Span = AccountRef & { before: bigint; after: bigint }

/** `epoch` is `at` in seconds since 1970, with all digits. */
export type Batch = { number: bigint; at: Date; epoch: string; spans: Span[] }

const save: Statement = {
  name: 'ledger.save_batch',
  text: `insert into batches (owner_ids, accounts, seqs_before, seqs_after) values ($1, $2, $3, $4)`,
}

// A transaction gets its number before it commits; every one below the oldest that is still open has ended.
const list: Statement = {
  name: 'ledger.list_batches',
  text: `select *, extract(epoch from at)::text as epoch from batches where transaction_number > $1 and transaction_number <= $2
      and transaction_number < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by transaction_number limit $3`,
}

// Every batch that this snapshot sees, including those younger than a transaction that is still open.
const listVisible: Statement = {
  name: 'ledger.list_visible_batches',
  text: `select *, extract(epoch from at)::text as epoch from batches where transaction_number > $1
    order by transaction_number limit $2`,
}

type Row = {
  transaction_number: bigint
  at: Date
  epoch: string
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

/** The first batches that fit the limit; at least one, so that a walk always advances. */
export const upToEntries = (batches: Batch[], limit: number): Batch[] => {
  let sum = 0
  return batches.filter((batch, index) => {
    sum += entriesIn(batch)
    return index === 0 || sum <= limit
  })
}

/** More entries than a batch can write to one account: a row that claims more has been tampered with. */
const MAX_SPAN = 200_000n

const least = (left: bigint, right: bigint) => (left < right ? left : right)

const toSpan = (row: Row, ownerId: string, index: number): Span => {
  const before = BigInt(row.seqs_before[index] ?? 0)
  const after = least(BigInt(row.seqs_after[index] ?? 0), before + MAX_SPAN)
  return { ownerId, account: row.accounts[index] ?? '', before, after }
}

const MAX_NUMBER = 9_223_372_036_854_775_807n

const toBatch = (row: Row): Batch => ({
  number: row.transaction_number,
  at: row.at,
  epoch: row.epoch,
  spans: row.owner_ids.map((ownerId, index) => toSpan(row, ownerId, index)),
})

/** Batches that have ended, in the order of their transactions: numbers after `after`, up to `through`. */
export const listBatches = async (
  db: QueryRunner,
  { after, through = MAX_NUMBER, limit }: { after: bigint; through?: bigint | undefined; limit: number | null },
): Promise<Batch[]> => (await run<Row>(db, list, [after, through, limit])).rows.map(toBatch)

/** Batches as a snapshot sees them: what made its accounts what they are, and no order to continue from later. */
export const listVisibleBatches = async (
  client: PoolClient,
  { after, limit }: { after: bigint; limit: number },
): Promise<Batch[]> => (await run<Row>(client, listVisible, [after, limit])).rows.map(toBatch)
