/** Walks all chains of seals: on command, with heads that the log has kept, and once a night. */
import { accountSeals, verifyChain, verifyEntries } from '@puente/ledger'
import type { Anchor, ChainReport } from '@puente/ledger'
import type { Pool } from 'pg'
import { auditSeals } from '../audit-seals.ts'
import type { Database } from '../db/database.ts'
import type { TaskHandlers } from '../jobs/tasks.ts'
import type { Log } from '../log.ts'

declare module '../jobs/tasks.ts' {
  interface Tasks {
    'seals.verify': Record<string, never>
  }
}

export const CHAINS = ['audit', 'entries', 'accounts'] as const
export type Anchors = Partial<Record<(typeof CHAINS)[number], Anchor[]>>

export const verifySeals = async (pool: Pool, { audit, entries, accounts }: Anchors): Promise<ChainReport[]> => [
  await verifyChain(pool, auditSeals, audit),
  await verifyEntries(pool, entries),
  await verifyChain(pool, accountSeals(), accounts),
]

/** A row that was changed pages; whether money is to stop is for the person who looks at it. */
export const sealTasks = ({ db, log }: { db: Database; log: Pick<Log, 'fatal'> }): TaskHandlers => ({
  'seals.verify': async () => {
    for (const { chain, tampering } of await verifySeals(db.pool, {})) {
      const [first] = tampering
      if (!first) continue
      const reason = `${chain}: ${first.kind} ${first.name}`
      log.fatal({ alert: true, component: 'seal', reason, count: tampering.length }, 'what was sealed has been changed')
    }
  },
})
