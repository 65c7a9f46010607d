/** One PostgreSQL for all tests of the ledger; every test file makes its own database in it. */
import { startScratchPostgres } from '@puente/postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser. */
    ledgerTestServer: string
  }
}

/** What is thrown away anyway need not survive a power cut. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startScratchPostgres({ settings: hasty })
  project.provide('ledgerTestServer', cluster.superuserUrl)
  return () => cluster.remove()
}
