/** The thread of the checker and the sealer, with connections of its own. What it counts goes as messages to the thread that started it. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { createLedger } from '@puente/ledger'
import { watchMoney } from '#features/operations/index.ts'
import { createDatabase } from '#platform/db/database.ts'
import { createFailpoint } from '#platform/failpoints.ts'
import { startPeriodicTasks } from '#platform/integrity/periodic-tasks.ts'
import { sealWritten, logHeads } from '#platform/integrity/sealing.ts'
import { watchLag } from '#platform/integrity/watch-lag.ts'
import { createLog } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { ThreadData, Message } from './integrity.ts'

const CHECK_EVERY_MS = 5_000
const SEAL_EVERY_MS = 1_000
const LOG_HEADS_EVERY_MS = 60_000
const WATCH_LAG_EVERY_MS = 10 * 60_000
/** One connection for the checker's turn, one for the sealer's. */
const CONNECTIONS = 2

const { url, logLevel, failpoints } = workerData as ThreadData
const send = (message: Message): void => parentPort?.postMessage(message)

const log = createLog({ level: logLevel })
const db = createDatabase({ url, log, max: CONNECTIONS, name: 'integrity' })
// Nothing is posted here; it only checks.
const ledger = createLedger({ pool: db.pool, log })
const failpoint = createFailpoint(failpoints)
const metrics: Pick<Metrics, 'checked' | 'sealed' | 'behind'> = {
  checked: (standing) => send(['checked', standing]),
  sealed: (chain, rows) => send(['sealed', chain, rows]),
  behind: (lag) => send(['behind', lag]),
}
const parts = { db, ledger, log, metrics, failpoint }

const tasks = startPeriodicTasks(
  [
    { name: 'watch-money', everyMs: CHECK_EVERY_MS, work: () => watchMoney(parts) },
    { name: 'seal', everyMs: SEAL_EVERY_MS, work: () => sealWritten(parts) },
    { name: 'log-heads', everyMs: LOG_HEADS_EVERY_MS, work: () => logHeads(parts) },
    { name: 'watch-lag', everyMs: WATCH_LAG_EVERY_MS, work: () => watchLag(parts) },
  ],
  log,
)

// Afterwards nothing is left that would keep the thread.
if (parentPort) await once(parentPort, 'message')
await tasks.stop()
await ledger.close()
await db.close()
