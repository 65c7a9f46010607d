import { accountSeals, entrySeals, readCheckProgress, readHead, readNewestCheckpoint } from '@puente/ledger'
import type { Checkpoint, CheckProgress, SealHead } from '@puente/ledger'
import { auditSeals } from '#platform/audit-seals.ts'
import type { Database } from '#platform/db/database.ts'
import { readLag } from '#platform/integrity/watch-lag.ts'
import { findFreeze } from './freeze-store.ts'
import type { Freeze } from './freeze-store.ts'

/** `freeze` is null while money moves, `checkpoint` before the first; `proofMs`: how long the oldest batch waits that is under none. */
export type MoneyStatus = {
  freeze: Freeze | null
  check: CheckProgress
  heads: SealHead[]
  checkpoint: Checkpoint | null
  proofMs: number
}

export const readStatus = async (db: Database): Promise<MoneyStatus> => {
  const heads = await Promise.all([auditSeals, entrySeals(), accountSeals()].map((source) => readHead(db.pool, source)))
  return {
    freeze: await findFreeze(db),
    check: await readCheckProgress(db.pool),
    heads: heads.filter((head) => head !== null),
    checkpoint: await readNewestCheckpoint(db.pool),
    proofMs: (await readLag(db)).proofMs,
  }
}
