import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { dropDatabaseOnCluster, isCluster, makeDatabaseOnCluster, migrationsDir, tables } from '../index.ts'

// Other suites on the same server use these roles too, so they may log in.
const ROLE = (name: string) => `do $$ begin
  if not exists (select from pg_roles where rolname = '${name}') then create role ${name} login noinherit; end if;
exception when duplicate_object or unique_violation then null; end $$`

export const statementsOf = (file: string): string[] => readFileSync(file, 'utf8').split(/^--;;$/m)

/** Runs `work` on a connection of its own. */
const on = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs the statements one after another on a connection of their own. */
const runStatements = (url: string, statements: readonly string[]): Promise<void> =>
  on(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** How the tables are spread where the server is the coordinator of a cluster; few pieces, since suites make many databases. */
const placing = (): string[] => [
  'set citus.shard_count = 4',
  ...tables.reference.map((table) => `select create_reference_table('${table}')`),
  ...tables.byOwner.map((table) => `select create_distributed_table('${table}', 'owner_id')`),
]

/**
 * Makes a database with the ledger's tables and the roles they are granted to, spread if the server is a cluster's coordinator.
 * @param serverUrl superuser, any database of the server
 * @returns where the new database is, as superuser
 */
export const makeLedgerDatabase = async (serverUrl: string, name: string): Promise<string> => {
  await runStatements(serverUrl, [ROLE('app'), ROLE('auditor')])
  const isSpread = await on(serverUrl, isCluster)
  if (isSpread) await makeDatabaseOnCluster(serverUrl, name, new URL(serverUrl).username)
  else await runStatements(serverUrl, [`create database ${name} template template0`])
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const migrations = readdirSync(migrationsDir)
    .toSorted()
    .flatMap((file) => statementsOf(join(migrationsDir, file)))
  await runStatements(url.href, isSpread ? [...migrations, ...placing()] : migrations)
  return url.href
}

/** Removes what `makeLedgerDatabase` made. */
export const dropLedgerDatabase = async (serverUrl: string, name: string): Promise<void> => {
  if (await on(serverUrl, isCluster)) await dropDatabaseOnCluster(serverUrl, name)
  else await runStatements(serverUrl, [`drop database ${name} with (force)`])
}
