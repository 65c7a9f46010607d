/** One PostgreSQL for each worker; every test file of the ledger makes its own database in its worker's. */
import { startTestServers } from '@puente/postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser, one for each worker; a suite takes its own. */
    ledgerTestServers: string[]
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const servers = await startTestServers('ledger', project.config.maxWorkers)
  project.provide(
    'ledgerTestServers',
    servers.map(({ superuserUrl }) => superuserUrl),
  )
  return async () => {
    await Promise.all(servers.map((server) => server.end()))
  }
}
