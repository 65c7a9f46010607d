/** One PostgreSQL for each worker; every test file of the ledger makes its own database in its worker's. */
import { startTestServers } from '@puente/postgres'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { isCluster } from '../index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser, one for each worker; a suite takes its own. */
    ledgerTestServers: string[]
    /** Whether the server is the coordinator of a cluster, over whose machines the tables are spread. */
    ledgerIsSpread: boolean
  }
}

const isCoordinator = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await isCluster(client)
  } finally {
    await client.end()
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const servers = await startTestServers('ledger', project.config.maxWorkers)
  project.provide(
    'ledgerTestServers',
    servers.map(({ superuserUrl }) => superuserUrl),
  )
  const [first] = servers
  project.provide('ledgerIsSpread', first !== undefined && (await isCoordinator(first.superuserUrl)))
  return async () => {
    await Promise.all(servers.map((server) => server.end()))
  }
}
