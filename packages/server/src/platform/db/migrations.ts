/**
 * Forward-only migrations: plain SQL files named `<14 digits>_<feature>.sql`, statements between lines that hold only
 * `--;;`, sent one per call (a distributed database refuses several in one). What was applied is kept with its hash: a
 * file that was edited afterwards, or that would have to run before one already applied, stops the start.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

export type Migration = { name: string; sha256: string; statements: string[]; inTransaction: boolean }

const FILE = /^\d{14}_[a-z0-9-]+\.sql$/

const parse = (name: string, text: string): Migration => ({
  name,
  sha256: createHash('sha256').update(text).digest('hex'),
  statements: text
    .split(/^--;;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== ''),
  inTransaction: !/^-- no transaction[ \t]*\r?\n/.test(text),
})

/** All migrations of the folders, in the order of their timestamps. */
export const readMigrations = async (folders: readonly string[]): Promise<Migration[]> => {
  const migrations: Migration[] = []
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.sql')) continue
      if (!FILE.test(name)) throw new Error(`${name}: a migration is named <14 digits>_<feature>.sql`)
      migrations.push(parse(name, await readFile(join(folder, name), 'utf8')))
    }
  }
  migrations.sort((a, b) => (a.name < b.name ? -1 : 1))
  const twice = migrations.find(({ name }, index) => migrations[index + 1]?.name === name)
  if (twice) throw new Error(`${twice.name} exists in two folders`)
  return migrations
}

type Applied = { name: string; sha256: string }

/** Which migrations are still to run; throws when the history and the files contradict each other. */
export const pendingOf = (migrations: readonly Migration[], applied: readonly Applied[]): Migration[] => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const done = new Set(applied.map(({ name }) => name))
  for (const { name, sha256 } of applied) {
    const file = known.get(name)
    if (!file) throw new Error(`${name} was applied to this database, but this release does not have it`)
    if (file.sha256 !== sha256)
      throw new Error(`${name} was edited after it was applied; write a new migration instead`)
  }
  const last = applied.reduce((newest, { name }) => (name > newest ? name : newest), '')
  const pending = migrations.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late) throw new Error(`${late.name} comes before ${last}, which is applied already; give it a later timestamp`)
  return pending
}

const hasHistory = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found`,
  )
  return rows[0]?.found === true
}

const readApplied = async (client: ClientBase): Promise<Applied[]> =>
  (await client.query<Applied>('select name, sha256 from schema_migrations order by name')).rows

/**
 * How many migrations a database still lacks. Any role that may read the history can ask. One that the next release has
 * migrated already lacks nothing: a release leaves tables that the one before it works with (`expand-only.test.ts`).
 */
export const countPending = async (client: ClientBase, migrations: readonly Migration[]): Promise<number> => {
  if (!(await hasHistory(client))) return migrations.length
  const last = migrations.at(-1)?.name ?? ''
  const applied = await readApplied(client)
  return pendingOf(
    migrations,
    applied.filter(({ name }) => name <= last),
  ).length
}

const record = (client: ClientBase, { name, sha256 }: Migration): Promise<unknown> =>
  client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])

const apply = async (client: ClientBase, migration: Migration): Promise<void> => {
  if (!migration.inTransaction) {
    // Such a file has to be repeatable: it is recorded only once all of it ran.
    for (const statement of migration.statements) await client.query(statement)
    await record(client, migration)
    return
  }
  await client.query('begin')
  try {
    for (const statement of migration.statements) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const makeHistory = async (client: ClientBase): Promise<void> => {
  if (await hasHistory(client)) return
  await client.query(`create table schema_migrations (
    name text not null,
    sha256 text not null,
    at timestamptz not null default clock_timestamp(),
    constraint schema_migrations_pkey primary key (name)
  )`)
  await client.query('grant select on schema_migrations to app, jobs, console, auditor')
}

/**
 * Applies what is missing, as `owner`, and returns the names. Several processes may try at once: one works, the others
 * wait and find nothing to do. Throws the first error with the migration's name; what came before it stays applied.
 */
export const migrate = async (
  migrator: ClientBase,
  migrations: readonly Migration[],
  log: (line: string) => void = () => {},
): Promise<string[]> => {
  // A session lock, since files outside a transaction need it too; it goes with the connection.
  await migrator.query(`select pg_advisory_lock(hashtext('puente.migrations'))`)
  try {
    await migrator.query('set role owner')
    await makeHistory(migrator)
    const pending = pendingOf(migrations, await readApplied(migrator))
    for (const migration of pending) {
      await apply(migrator, migration).catch((error: unknown) => {
        throw new Error(`${migration.name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      })
      log(`applied ${migration.name}`)
    }
    return pending.map(({ name }) => name)
  } finally {
    await migrator.query('reset role').catch(() => {})
    await migrator.query(`select pg_advisory_unlock(hashtext('puente.migrations'))`).catch(() => {})
  }
}
