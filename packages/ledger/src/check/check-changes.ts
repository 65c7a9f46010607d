/**
 * The continuous check. Each pass checks the batches that have ended since the last one, with every entry and account they
 * wrote, and continues two scans that go round and round, over all accounts and over all entries. A pass reads a bounded
 * number of rows; its progress is stored, so that any process continues where another stopped. A pass that finds a
 * violation does not advance, so the violation is found again until it is repaired.
 */
import type { Pool, PoolClient } from 'pg'
import { sqlStateOf } from '../pg/failure.ts'
import { keyLookupTransaction } from '../pg/transaction.ts'
import { entriesIn, listBatches, upToEntries } from '../rows/batches.ts'
import type { Batch } from '../rows/batches.ts'
import type { AccountRef } from '../types.ts'
import { checkBatches } from './check-batches.ts'
import { checkEntryRange, indexEntries, isIncomplete } from './check-rules.ts'
import type { SeenEntry, Violation } from './check-rules.ts'
import { listBatchEntries, listEntryRange, listNextAccounts } from './evidence-store.ts'
import { readProgress, saveProgress, takeProgress, waitedMs } from './progress-store.ts'
import type { Progress } from './progress-store.ts'

export type CheckPass = {
  /** Entries checked in this pass, those of the scan included. */
  entries: number
  batches: number
  /** More batches are waiting than one pass takes. */
  isBehind: boolean
  violations: Violation[]
}

export type CheckProgress = { entries: bigint; checkedAt: Date | null; lagMs: number; violations: Violation[] }

export type CheckPassOptions = {
  /** Entries of new batches per pass; a single batch may hold more. */
  entriesPerPass?: number
  /** Accounts, and entries, that the scans read per pass; at least 2. */
  scannedPerPass?: number
  /**
   * How long an entry of a committed batch may stay invisible. Several machines commit one after another; one PostgreSQL
   * shows a transaction in full or not at all.
   */
  graceMs?: number
}

const BATCHES_PER_PASS = 256
const VIOLATIONS_NAMED = 50
const START: AccountRef = { ownerId: '00000000-0000-0000-0000-000000000000', account: '' }

const SERIALIZATION_FAILURE = '40001'

const isRecent = ({ at }: Batch, graceMs: number): boolean => Date.now() - at.getTime() < graceMs

/** Stops before the first batch whose entries may not be visible on every machine yet. */
const withoutIncomplete = (batches: Batch[], seen: Map<string, SeenEntry>, graceMs: number): Batch[] => {
  const first = batches.findIndex((batch) => isRecent(batch, graceMs) && isIncomplete(batch, seen))
  return first === -1 ? batches : batches.slice(0, first)
}

type Checked = { pass: CheckPass; next: Progress }

const runPass = async (
  client: PoolClient,
  progress: Progress,
  options: Required<CheckPassOptions>,
): Promise<Checked> => {
  const { entriesPerPass, scannedPerPass, graceMs } = options
  const listed = await listBatches(client, { after: progress.number, limit: BATCHES_PER_PASS })
  const taken = upToEntries(listed, entriesPerPass)
  const entries = await listBatchEntries(client, taken)
  const seen = indexEntries(entries)
  const batches = withoutIncomplete(taken, seen, graceMs)

  const from = progress.entry.seq === 0n ? null : progress.entry
  const scanned = await listEntryRange(client, progress.entry, scannedPerPass)
  const accounts = await listNextAccounts(client, progress.account, scannedPerPass)
  const found = await checkBatches(client, { batches, entries, seen, also: [...scanned, ...accounts] })
  const violations = [...found.violations, ...checkEntryRange(scanned, from)].slice(0, VIOLATIONS_NAMED)
  const newEntries = batches.reduce((sum, batch) => sum + entriesIn(batch), 0)
  const lastEntry = scanned.length < scannedPerPass ? undefined : scanned.at(-1)
  const lastAccount = accounts.length < scannedPerPass ? undefined : accounts.at(-1)
  return {
    pass: {
      entries: newEntries + scanned.length,
      batches: batches.length,
      isBehind: batches.length > 0 && (batches.length < listed.length || listed.length === BATCHES_PER_PASS),
      violations,
    },
    next: {
      ...progress,
      number: batches.at(-1)?.number ?? progress.number,
      entries: progress.entries + BigInt(newEntries),
      violations: [],
      account: lastAccount ?? START,
      entry: lastEntry ?? { ...START, seq: 0n },
    },
  }
}

/**
 * Runs one pass on one snapshot; `null` when another process is running one. Several machines have no common snapshot: an
 * account is then checked against the entries and holds on its own machine, and a batch once all of it is visible.
 */
export const checkChanges = async (pool: Pool, options: CheckPassOptions = {}): Promise<CheckPass | null> => {
  const { entriesPerPass = 4_000, scannedPerPass = 500, graceMs = 0 } = options
  try {
    return await keyLookupTransaction(pool, 'repeatable read', async (client) => {
      const progress = await takeProgress(client)
      if (!progress) return null
      const { pass, next } = await runPass(client, progress, { entriesPerPass, scannedPerPass, graceMs })
      await saveProgress(client, pass.violations.length === 0 ? next : { ...progress, violations: pass.violations })
      return pass
    })
  } catch (error) {
    // Another process has finished a pass since this one began.
    if (sqlStateOf(error) === SERIALIZATION_FAILURE) return null
    throw error
  }
}

/** How far the checker has come, and how long the oldest unchecked batch has been waiting. */
export const readCheckProgress = async (pool: Pool): Promise<CheckProgress> => {
  const { number, entries, checkedAt, violations } = await readProgress(pool)
  return { entries, checkedAt, violations, lagMs: await waitedMs(pool, number) }
}
