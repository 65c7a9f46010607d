/** Pages when sealer or proof stand still: what they wait for may never come, and nothing else would report it. */
import { entrySeals, readHead, readNewestCheckpoint, waitedMs } from '@puente/ledger'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

type Parts = { db: Pick<Database, 'pool'>; log: Pick<Log, 'error'>; metrics: Pick<Metrics, 'behind'> }

/** Seals are made each second. */
const SEALS_LATE_MS = 10 * 60_000
/** A batch waits a day for the night's proof, which takes its time. */
const PROOF_LATE_MS = 26 * 3_600_000

/** How long the oldest batch waits that is under no seal, and the oldest that is under no checkpoint; 0 when none does. */
export const readLag = async ({ pool }: Pick<Database, 'pool'>): Promise<{ sealMs: number; proofMs: number }> => ({
  sealMs: await waitedMs(pool, (await readHead(pool, entrySeals()))?.last ?? 0n),
  proofMs: await waitedMs(pool, (await readNewestCheckpoint(pool))?.through ?? 0n),
})

export const watchLag = async ({ db, log, metrics }: Parts): Promise<void> => {
  const lag = await readLag(db)
  metrics.behind(lag)
  if (lag.sealMs > SEALS_LATE_MS)
    log.error({ alert: true, component: 'seal' }, 'nothing has been sealed for ten minutes')
  if (lag.proofMs > PROOF_LATE_MS)
    log.error({ alert: true, component: 'checker' }, 'no checkpoint has been made for more than a day')
}
