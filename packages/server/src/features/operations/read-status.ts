import { accountSeals, entrySeals, readCheckProgress, readHead } from '@puente/ledger'
import type { CheckProgress, SealHead } from '@puente/ledger'
import { auditSeals } from '#platform/audit-seals.ts'
import type { Database } from '#platform/db/database.ts'
import { findFreeze } from './freeze-store.ts'
import type { Freeze } from './freeze-store.ts'

/** `freeze` is null while money moves. */
export type MoneyStatus = { freeze: Freeze | null; check: CheckProgress; heads: SealHead[] }

export const readStatus = async (db: Database): Promise<MoneyStatus> => {
  const heads = await Promise.all([auditSeals, entrySeals(), accountSeals()].map((source) => readHead(db.pool, source)))
  return {
    freeze: await findFreeze(db),
    check: await readCheckProgress(db.pool),
    heads: heads.filter((head) => head !== null),
  }
}
