/**
 * Seals the audit trail, the ledger's journal and the terms of its accounts behind the writers, and logs the heads of the
 * chains and of the checkpoints over them: a log that is kept elsewhere holds what a forged chain would have to match.
 */
import { accountSeals, entrySeals, readHead, readNewestCheckpoint, sealNext } from '@puente/ledger'
import type { SealSource } from '@puente/ledger'
import type { Database } from '../db/database.ts'
import { auditSeals } from '../audit-seals.ts'
import type { Failpoint } from '../failpoints.ts'
import { graceMsOf } from './grace-store.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

type Parts = { db: Database; log: Pick<Log, 'info'>; metrics: Pick<Metrics, 'sealed'> }

/** Seals of one chain in one turn: a backlog is worked off over several, so that a stop never waits long. */
const SEALS_PER_TURN = 20

const sourcesOf = async (db: Database): Promise<SealSource[]> => {
  const graceMs = await graceMsOf(db)
  return [auditSeals, entrySeals({ graceMs }), accountSeals({ graceMs })]
}

/** The same source, with a failpoint where rows have been read and their seal is about to be written. */
const armed = (source: SealSource, failpoint: Failpoint): SealSource => ({
  ...source,
  read: async (client, range) => {
    const batch = await source.read(client, range)
    if (batch) await failpoint('seal.write')
    return batch
  },
})

/** Seals what was written since the last turn. Several processes may run it: each seal is made by one of them. */
export const sealWritten = async ({ db, metrics, failpoint }: Parts & { failpoint: Failpoint }): Promise<void> => {
  for (const plain of await sourcesOf(db)) {
    const source = armed(plain, failpoint)
    for (let turn = 0; turn < SEALS_PER_TURN; turn += 1) {
      const rows = await sealNext(db.pool, source)
      if (rows === 0) break
      metrics.sealed(source.chain, rows)
    }
  }
}

/** One line for each chain; its `anchor` is what `audit:verify --anchor` takes, for checkpoints `money -- prove --checkpoint`. */
export const logHeads = async ({ db, log }: Parts): Promise<void> => {
  for (const source of await sourcesOf(db)) {
    const head = await readHead(db.pool, source)
    if (head) log.info({ component: 'seal', anchor: `${head.chain}:${head.n}:${head.hash}` }, 'head of a chain')
  }
  const newest = await readNewestCheckpoint(db.pool)
  const anchor = newest && `checkpoints:${newest.n}:${newest.hash.toString('hex')}`
  if (anchor) log.info({ component: 'seal', anchor }, 'head of a chain')
}
