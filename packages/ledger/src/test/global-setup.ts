/** One PostgreSQL for all tests of the ledger; every test file makes its own database in it. */
import { startTestServer } from '@puente/postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser. */
    ledgerTestServer: string
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await startTestServer('ledger')
  project.provide('ledgerTestServer', server.superuserUrl)
  return () => server.end()
}
