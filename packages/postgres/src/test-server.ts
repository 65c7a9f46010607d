/**
 * The PostgreSQL of a test suite. Usually a throw-away one of its own; with `TEST_DATABASE_URL` (superuser) the suite makes
 * its databases there instead, on a server that may be of another version or make. With `STATEMENTS_DIR` every statement
 * the suite ran is written to a file of that folder, as the server itself counted them, for checks that read them all.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from './connection.ts'
import { PostgresFailed } from './failed.ts'
import { startScratchPostgres } from './scratch.ts'

export type TestServer = {
  /** Of a superuser. */
  readonly superuserUrl: string
  /** Ends the server if it is the suite's own. */
  end(): Promise<void>
}

/** A statement as its text came, with constants replaced by parameters, and the role that ran it. */
export type RecordedStatement = { readonly role: string; readonly text: string }

/** What is thrown away anyway need not survive a power cut. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

const recording = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '50000',
  'pg_stat_statements.track': 'top',
}

const readStatements = (superuserUrl: string): Promise<RecordedStatement[]> =>
  withClient(superuserUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    const { rows: lost } = await client.query('select from pg_stat_statements_info where dealloc > 0')
    if (lost.length > 0)
      throw new PostgresFailed('More statements ran than the server can remember: raise the maximum.')
    const { rows } = await client.query<RecordedStatement>(
      `select distinct rolname as role, query as text
         from pg_stat_statements join pg_roles on pg_roles.oid = userid order by 1, 2`,
    )
    return rows
  })

/**
 * One server for each worker of a run: what is written is judged when every transaction of the server before it has ended,
 * so that suites on one server would wait for each other. `ownServer` picks a worker's.
 * @param workers at most this many suites run at a time; one where `TEST_DATABASE_URL` names the only server
 */
export const startTestServers = (suite: string, workers: number): Promise<TestServer[]> =>
  Promise.all(Array.from({ length: workers }, (_, index) => startTestServer(`${suite}-${index + 1}`)))

/** Of what was made for each worker, what belongs to this process; Vitest counts its workers from 1. */
export const ownServer = <T>(servers: readonly T[]): T => {
  const own = servers[Number(process.env['VITEST_POOL_ID'] ?? 1) - 1]
  if (own === undefined) throw new PostgresFailed('There are more workers than test servers: two would share one.')
  return own
}

/** How many suites may run at a time: on two cores three, which wait for their databases as long as they compute; on a given server, with one horizon, one. */
export const testWorkers = (): number => (process.env['TEST_DATABASE_URL'] ? 1 : 3)

/** Starts or finds the server; `suite` names the file of its statements. */
export const startTestServer = async (suite: string): Promise<TestServer> => {
  const outside = process.env['TEST_DATABASE_URL']
  if (outside) return { superuserUrl: outside, end: async () => {} }

  const folder = process.env['STATEMENTS_DIR']
  const cluster = await startScratchPostgres({ settings: folder ? { ...hasty, ...recording } : hasty })
  const save = async (): Promise<void> => {
    if (!folder) return
    await mkdir(folder, { recursive: true })
    const statements = await readStatements(cluster.superuserUrl)
    await writeFile(join(folder, `${suite}.json`), `${JSON.stringify(statements, null, 1)}\n`)
  }
  const end = async (): Promise<void> => {
    try {
      await save()
    } finally {
      await cluster.remove()
    }
  }
  return { superuserUrl: cluster.superuserUrl, end }
}
