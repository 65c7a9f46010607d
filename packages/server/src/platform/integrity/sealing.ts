/**
 * Seals the audit trail and the ledger's journal behind the writes, and tells the heads of both chains to the log: whoever
 * keeps the log elsewhere holds what a forged chain would have to match.
 */
import { entrySeals, readHead, sealNext } from '@puente/ledger'
import type { SealSource } from '@puente/ledger'
import type { Database } from '../db/database.ts'
import { auditSeals } from '../audit-seals.ts'
import { graceMsOf } from './grace-store.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

type Parts = { db: Database; log: Pick<Log, 'info'>; metrics: Pick<Metrics, 'sealed'> }

/** Seals of one chain in one turn: a backlog is worked off over several, so that a stop never waits long. */
const SEALS_PER_TURN = 20

const sourcesOf = async (db: Database): Promise<SealSource[]> => [
  auditSeals,
  entrySeals({ graceMs: await graceMsOf(db) }),
]

/** Seals what has been written since the last time. Several processes may do it: each seal is made by one of them. */
export const sealWritten = async ({ db, metrics }: Parts): Promise<void> => {
  for (const source of await sourcesOf(db)) {
    for (let turn = 0; turn < SEALS_PER_TURN; turn += 1) {
      const rows = await sealNext(db.pool, source)
      if (rows === 0) break
      metrics.sealed(source.chain, rows)
    }
  }
}

/** One line for each chain; its `anchor` is what `audit:verify --anchor` takes. */
export const tellHeads = async ({ db, log }: Parts): Promise<void> => {
  for (const source of await sourcesOf(db)) {
    const head = await readHead(db.pool, source)
    if (head) log.info({ component: 'seal', anchor: `${head.chain}:${head.n}:${head.hash}` }, 'head of a chain')
  }
}
