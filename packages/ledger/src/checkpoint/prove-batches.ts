/** Walks a range of batches, a bounded number of rows at a time, and checks each with every entry and account it wrote. */
import type { Pool, PoolClient } from 'pg'
import { checkBatches } from '../check/check-batches.ts'
import { entryId, indexEntries } from '../check/check-rules.ts'
import type { SeenEntry, Violation } from '../check/check-rules.ts'
import { listBatchEntries } from '../check/evidence-store.ts'
import { keyLookupTransaction } from '../pg/transaction.ts'
import { listBatches, upToEntries } from '../rows/batches.ts'
import type { Batch } from '../rows/batches.ts'
import { addLines } from './checkpoint-rules.ts'
import type { CheckpointLine } from './checkpoint-rules.ts'

const BATCHES_PER_STEP = 256
const ENTRIES_PER_STEP = 10_000
const VIOLATIONS_NAMED = 50

export type BatchProof = { lines: CheckpointLine[]; entries: bigint; violations: Violation[] }

/** The entries that batches wrote, as far as they exist; `checkBatches` names the missing ones. */
function* writtenBy(batches: readonly Batch[], seen: ReadonlyMap<string, SeenEntry>): Generator<SeenEntry> {
  for (const span of batches.flatMap(({ spans }) => spans))
    for (let seq = span.before + 1n; seq <= span.after; seq += 1n) {
      const entry = seen.get(entryId(span, seq))
      if (entry) yield entry
    }
}

/** What these batches wrote, checked, and added up by account of the chart. */
export const proveBatches = async (client: PoolClient, batches: Batch[]): Promise<BatchProof> => {
  const entries = await listBatchEntries(client, batches)
  const seen = indexEntries(entries)
  const { violations, currencyOf } = await checkBatches(client, { batches, entries, seen })
  const lines = addLines(
    Array.from(writtenBy(batches, seen), (entry) => ({
      account: entry.account,
      currency: currencyOf(entry),
      entries: 1n,
      cents: entry.amountCents,
    })),
  )
  return { lines, entries: lines.reduce((sum, line) => sum + line.entries, 0n), violations }
}

/**
 * The batches of a range, all committed. Every step is a transaction of its own, so that no proof keeps a snapshot
 * open for long; entries never change, so the steps need no common snapshot.
 * @param onBatches is given every step's batches
 */
export const proveBatchesBetween = async (
  pool: Pool,
  { after, through }: { after: bigint; through: bigint },
  onBatches: (batches: readonly Batch[]) => void = () => {},
): Promise<BatchProof> => {
  let proof: BatchProof = { lines: [], entries: 0n, violations: [] }
  for (let from = after; from < through;) {
    const step = await keyLookupTransaction(pool, 'repeatable read', async (client) => {
      const listed = await listBatches(client, { after: from, through, limit: BATCHES_PER_STEP })
      const batches = upToEntries(listed, ENTRIES_PER_STEP)
      return { batches, ...(await proveBatches(client, batches)) }
    })
    const last = step.batches.at(-1)
    if (!last) break
    onBatches(step.batches)
    from = last.number
    proof = {
      lines: addLines(proof.lines, step.lines),
      entries: proof.entries + step.entries,
      violations: [...proof.violations, ...step.violations].slice(0, VIOLATIONS_NAMED),
    }
  }
  return proof
}
