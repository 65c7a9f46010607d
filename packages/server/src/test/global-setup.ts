/** One PostgreSQL for the whole run, with a migrated database from which every test file gets its copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '@puente/postgres'
import type { TestProject } from 'vitest/node'
import { withClient } from '#platform/db/pool.ts'
import { type Prepared, prepareDatabase } from '../prepare.ts'

export type TestServer = { superuserUrl: string; template: string; urls: Prepared }

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await startTestServer('server')
  const { superuserUrl } = server
  const stateDir = await mkdtemp(join(tmpdir(), 'puente-server-tests-'))
  const template = `template_${process.pid}`
  const urls = await prepareDatabase({ superuserUrl, stateDir, database: template })
  project.provide('testServer', { superuserUrl, template, urls })
  return async () => {
    await rm(stateDir, { recursive: true, force: true })
    await withClient(superuserUrl, (client) => client.query(`drop database ${template} with (force)`))
    await server.end()
  }
}
