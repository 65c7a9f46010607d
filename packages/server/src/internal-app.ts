/** What servers and workers tell on the internal port. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildInternal, type Probe } from '#platform/internal.ts'
import type { Worker } from '#platform/jobs/worker.ts'
import { databaseProbe, ledgerProbe, migrationsProbe, workerProbe } from '#platform/probes.ts'
import type { Services } from '#platform/services.ts'

const openapi = () => readFile(fileURLToPath(import.meta.resolve('@puente/contract/openapi.json')), 'utf8')

/** The application of the internal port; `probes` are those that the process has beside the usual ones. */
export const internalOf = (services: Services, worker: Worker, probes: readonly Probe[] = []): FastifyInstance =>
  buildInternal({
    probes: [
      databaseProbe(services.db),
      migrationsProbe(services.db),
      ledgerProbe(services.ledger),
      workerProbe(worker),
      ...probes,
    ],
    metrics: services.metrics,
    openapi,
  })
