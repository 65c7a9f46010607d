import type { PoolClient } from 'pg'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { AccountRef } from '../types.ts'
import type { Violation } from './check-rules.ts'

export type EntryRef = AccountRef & { seq: bigint }

/** How far the checker has come: in the batches, and in its scans of accounts and entries. */
export type Progress = {
  number: bigint
  entries: bigint
  checkedAt: Date | null
  violations: Violation[]
  account: AccountRef
  entry: EntryRef
}

// A checker that finds the row locked leaves the pass to the one that holds it.
const take: Statement = { name: 'ledger.take_progress', text: 'select * from check_progress for update skip locked' }
const read: Statement = { name: 'ledger.read_progress', text: 'select * from check_progress' }

const save: Statement = {
  name: 'ledger.save_progress',
  text: `update check_progress set transaction_number = $1, entries = $2, looked_at = clock_timestamp(), violations = $3,
    account_owner_id = $4, account = $5, entry_owner_id = $6, entry_account = $7, entry_seq = $8`,
}

const oldest: Statement = {
  name: 'ledger.oldest_batch',
  text: `select extract(epoch from clock_timestamp() - at)::float8 * 1000 as age_ms from batches
    where transaction_number > $1 order by transaction_number limit 1`,
}

type ProgressRow = {
  transaction_number: bigint
  entries: bigint
  looked_at: Date | null
  violations: Violation[]
  account_owner_id: string
  account: string
  entry_owner_id: string
  entry_account: string
  entry_seq: bigint
}

const toProgress = (row: ProgressRow): Progress => ({
  number: row.transaction_number,
  entries: row.entries,
  checkedAt: row.looked_at,
  violations: row.violations,
  account: { ownerId: row.account_owner_id, account: row.account },
  entry: { ownerId: row.entry_owner_id, account: row.entry_account, seq: row.entry_seq },
})

/** `null` when another checker holds the row. */
export const takeProgress = async (client: PoolClient): Promise<Progress | null> => {
  const { rows } = await run<ProgressRow>(client, take, [])
  return rows[0] ? toProgress(rows[0]) : null
}

export const readProgress = async (db: QueryRunner): Promise<Progress> => {
  const { rows } = await run<ProgressRow>(db, read, [])
  if (!rows[0]) throw new Error('check_progress has lost its row')
  return toProgress(rows[0])
}

export const saveProgress = async (client: PoolClient, next: Progress): Promise<void> => {
  await run(client, save, [
    next.number,
    next.entries,
    JSON.stringify(next.violations),
    next.account.ownerId,
    next.account.account,
    next.entry.ownerId,
    next.entry.account,
    next.entry.seq,
  ])
}

/** How long the oldest batch after this number has been waiting, in milliseconds; 0 when there is none. */
export const waitedMs = async (db: QueryRunner, after: bigint): Promise<number> => {
  const { rows } = await run<{ age_ms: number }>(db, oldest, [after])
  return Math.max(0, Math.round(rows[0]?.age_ms ?? 0))
}
