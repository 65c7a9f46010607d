/** Starts one PostgreSQL for the whole run, with a migrated database from which every test file gets its copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScratchPostgres } from '@puente/postgres'
import type { TestProject } from 'vitest/node'
import { type Prepared, prepareDatabase } from '../prepare.ts'

export type TestServer = { superuserUrl: string; template: string; urls: Prepared }

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** What is thrown away anyway need not survive a power cut. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startScratchPostgres({ settings: hasty })
  const { superuserUrl } = cluster
  const stateDir = await mkdtemp(join(tmpdir(), 'puente-server-tests-'))
  const template = `template_${process.pid}`
  const urls = await prepareDatabase({ superuserUrl, stateDir, database: template })
  project.provide('testServer', { superuserUrl, template, urls })
  return async () => {
    await rm(stateDir, { recursive: true, force: true })
    await cluster.remove()
  }
}
