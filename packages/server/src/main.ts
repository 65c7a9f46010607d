/** Reads the environment, listens, runs jobs, and shuts down in order on a signal. */
import { bootChecks, requirePages } from '#platform/boot-checks.ts'
import { clockOf } from '#platform/kept-clock.ts'
import { parseConfig } from '#platform/config.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import { requireVersions, VersionRefused } from '#platform/db/private/versions.ts'
import { waitForDatabase } from '#platform/db/wait-for-database.ts'
import { requireNumbersAhead } from '#platform/db/transaction-numbers.ts'
import { createDrain } from '#platform/drain.ts'
import { databaseMisconfigurations } from '#platform/db/misconfigurations.ts'
import { listenOn } from '#platform/http/listen.ts'
import { createLog } from '#platform/log.ts'
import { SecretRefused } from '#platform/secrets.ts'
import { closeOnSignals } from '#platform/shutdown.ts'
import { letPoolYield } from '#platform/yielding-pool.ts'
import { buildApp } from './app.ts'
import { compose } from './compose.ts'
import { internalOf } from './internal-app.ts'
import { startWorkers } from './workers/index.ts'

const start = async (): Promise<void> => {
  const config = parseConfig(process.env)
  bootChecks(config)
  requirePages(config)
  requireVersions()
  const log = createLog({ level: config.logLevel })
  await letPoolYield()
  const { services, closing } = compose(config, { log, clock: clockOf(config) })
  await waitForDatabase(services.db.pool, log)
  await requireNumbersAhead(services.db.pool)
  const misconfigurations = await databaseMisconfigurations(services.db, services.clock)
  for (const reason of misconfigurations)
    log.warn({ component: 'database', reason }, 'the database is not as it should be')
  if (config.production && misconfigurations.length > 0)
    throw new ConfigRefused('DATABASE_URL', misconfigurations.join('; '))
  const app = await buildApp(services, config.webDir === null ? {} : { webDir: config.webDir })
  const worker = await startWorkers(services)
  const drain = createDrain(config.drainMs)
  const internal = internalOf(services, worker, [drain.probe])
  let closeSecond = async (): Promise<void> => {}
  closeOnSignals(
    [
      // Streams first: the server waits for its open answers.
      ...closing.slice(0, 1),
      { name: 'http', close: () => Promise.all([app.close(), closeSecond()]), withinMs: 10_000 },
      { name: 'internal', close: () => internal.close() },
      { name: 'worker', close: () => worker.stop(), withinMs: 10_000 },
      ...closing.slice(1),
    ],
    log,
    drain,
  )
  await internal.listen({ port: config.ports.internal, host: config.internalHost })
  closeSecond = await listenOn(app, config.ports.web, config.webHost)
  log.info({ port: config.ports.web }, 'listening')
  process.send?.('ready')
}

try {
  await start()
} catch (error) {
  const isNamed = [ConfigRefused, SecretRefused, VersionRefused].some((named) => error instanceof named)
  console.error(isNamed && error instanceof Error ? error.message : error)
  process.exit(1)
}
