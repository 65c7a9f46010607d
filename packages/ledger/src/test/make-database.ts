import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrationsDir } from '../index.ts'

// Other suites on the same server use these roles too, so they may log in.
const ROLE = (name: string) => `do $$ begin
  if not exists (select from pg_roles where rolname = '${name}') then create role ${name} login noinherit; end if;
exception when duplicate_object or unique_violation then null; end $$`

export const statementsOf = (file: string): string[] => readFileSync(file, 'utf8').split(/^--;;$/m)

/** Runs the statements one after another on a connection of their own. */
export const runStatements = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Makes a database with the ledger's tables and the roles they are granted to.
 * @param serverUrl superuser, any database of the server
 * @returns where the new database is, as superuser
 */
export const makeLedgerDatabase = async (serverUrl: string, name: string): Promise<string> => {
  await runStatements(serverUrl, [ROLE('app'), ROLE('auditor'), `create database ${name} template template0`])
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const files = readdirSync(migrationsDir).toSorted()
  await runStatements(
    url.href,
    files.flatMap((file) => statementsOf(join(migrationsDir, file))),
  )
  return url.href
}
