/** Works through the jobs without serving people: for a machine of its own beside the servers. The internal port tells how it is. */
import { bootChecks } from '#platform/boot-checks.ts'
import { clockOf } from '#platform/kept-clock.ts'
import { parseConfig } from '#platform/config.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import { requireVersions, VersionRefused } from '#platform/db/private/versions.ts'
import { waitForDatabase } from '#platform/db/wait-for-database.ts'
import { requireNumbersAhead } from '#platform/db/transaction-numbers.ts'
import { createLog } from '#platform/log.ts'
import { SecretRefused } from '#platform/secrets.ts'
import { closeOnSignals } from '#platform/shutdown.ts'
import { compose } from './compose.ts'
import { internalOf } from './internal-app.ts'
import { startWorkers } from './workers/index.ts'

try {
  const config = parseConfig(process.env)
  bootChecks(config)
  requireVersions()
  const log = createLog({ level: config.logLevel })
  const { services, closing } = compose(config, { log, clock: clockOf(config) })
  await waitForDatabase(services.db.pool, log)
  await requireNumbersAhead(services.db.pool)
  const worker = await startWorkers(services)
  const internal = internalOf(services, worker)
  closeOnSignals(
    [
      { name: 'internal', close: () => internal.close() },
      { name: 'worker', close: () => worker.stop(), withinMs: 10_000 },
      ...closing,
    ],
    log,
  )
  await internal.listen({ port: config.ports.internal, host: config.internalHost }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigRefused('INTERNAL_PORT', 'is in use; a worker beside a server takes one of its own')
  })
  log.info({}, 'working')
} catch (error) {
  const isNamed = [ConfigRefused, SecretRefused, VersionRefused].some((named) => error instanceof named)
  process.stderr.write(`${isNamed && error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
