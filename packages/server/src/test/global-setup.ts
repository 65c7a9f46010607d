/** One PostgreSQL for each worker, with a migrated database from which every test file gets its copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabaseOnCluster, isCluster } from '@puente/ledger'
import { startTestServers } from '@puente/postgres'
import type { TestProject } from 'vitest/node'
import { withClient } from '#platform/db/pool.ts'
import { type Prepared, prepareDatabase } from '../prepare.ts'

/** `stateDir`: where the roles' passwords are; `isSpread`: the server is the coordinator of a cluster, which copies no templates. */
export type TestServer = {
  superuserUrl: string
  template: string
  urls: Prepared
  stateDir: string
  isSpread: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker; a suite takes its own. */
    testServers: TestServer[]
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const servers = await startTestServers('server', project.config.maxWorkers)
  const stateDir = await mkdtemp(join(tmpdir(), 'puente-server-tests-'))
  const template = `template_${process.pid}`
  const prepare = async (superuserUrl: string): Promise<TestServer> => ({
    superuserUrl,
    template,
    urls: await prepareDatabase({ superuserUrl, stateDir, database: template }),
    stateDir,
    isSpread: await withClient(superuserUrl, isCluster),
  })
  // The first makes the roles' passwords, which the others read.
  const [first, ...others] = servers.map(({ superuserUrl }) => superuserUrl)
  const prepared = first === undefined ? [] : [await prepare(first), ...(await Promise.all(others.map(prepare)))]
  project.provide('testServers', prepared)
  return async () => {
    await rm(stateDir, { recursive: true, force: true })
    for (const { superuserUrl, isSpread } of prepared)
      if (isSpread) await dropDatabaseOnCluster(superuserUrl, template)
      else await withClient(superuserUrl, (client) => client.query(`drop database ${template} with (force)`))
    await Promise.all(servers.map((server) => server.end()))
  }
}
