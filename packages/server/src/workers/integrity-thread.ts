/** The thread of the checker and the sealer, with connections of its own. What it counts it tells whoever started it. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { createLedger } from '@puente/ledger'
import { watchMoney } from '#features/operations/index.ts'
import { createDatabase } from '#platform/db/database.ts'
import { createFailpoint } from '#platform/failpoints.ts'
import { startRounds } from '#platform/integrity/rounds.ts'
import { sealWritten, tellHeads } from '#platform/integrity/sealing.ts'
import { createLog } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Given, Told } from './integrity.ts'

const LOOK_EVERY_MS = 5_000
const SEAL_EVERY_MS = 1_000
const TELL_EVERY_MS = 60_000
/** One for a round that looks, one for a round that seals. */
const CONNECTIONS = 2

const { url, logLevel, failpoints } = workerData as Given
const tell = (told: Told): void => parentPort?.postMessage(told)

const log = createLog({ level: logLevel })
const db = createDatabase({ url, log, max: CONNECTIONS, name: 'integrity' })
// Nothing is posted here: it only looks.
const ledger = createLedger({ pool: db.pool, log })
const failpoint = createFailpoint(failpoints)
const metrics: Pick<Metrics, 'checked' | 'sealed'> = {
  checked: (standing) => tell(['checked', standing]),
  sealed: (chain, rows) => tell(['sealed', chain, rows]),
}
const parts = { db, ledger, log, metrics, failpoint }

const rounds = startRounds(
  [
    { name: 'watch-money', everyMs: LOOK_EVERY_MS, work: () => watchMoney(parts) },
    { name: 'seal', everyMs: SEAL_EVERY_MS, work: () => sealWritten(parts) },
    { name: 'tell-heads', everyMs: TELL_EVERY_MS, work: () => tellHeads(parts) },
  ],
  log,
)

// Afterwards nothing is left that would keep the thread.
if (parentPort) await once(parentPort, 'message')
await rounds.stop()
await ledger.close()
await db.close()
