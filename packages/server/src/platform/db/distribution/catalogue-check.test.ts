import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { migrationFolders } from '../folders.ts'
import { readMigrations } from '../migrations.ts'
import { catalogueTroubles } from './catalogue-check.ts'
import { type Places, productPlaces } from './places.ts'
import { brokenRules } from './statement-check.ts'

let database: TestDatabase
let admin: Client
beforeAll(async () => {
  database = await testDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.close()
})

/** What is found beyond the product's own tables after these statements, which are undone. */
const troublesAfter = async (statements: string[], places: Record<string, 'owner' | 'claim:token'> = {}) => {
  const all: Places = new Map([...productPlaces, ...Object.entries(places)])
  const own = new Set(await catalogueTroubles(admin, productPlaces))
  await admin.query('begin')
  try {
    for (const statement of statements) await admin.query(statement)
    return (await catalogueTroubles(admin, all)).filter((trouble) => !own.has(trouble))
  } finally {
    await admin.query('rollback')
  }
}

test('every table has its place, and no key, constraint or trigger stands in the way of distributing it', async () => {
  expect(await catalogueTroubles(admin, productPlaces)).toEqual([])
})

test('a table without a place, or a place without a table, is found', async () => {
  expect(await troublesAfter(['create table things (id int)'])).toEqual([
    'things: no place in packages/server/migrations/tables.ts; add a line for it',
  ])
  expect(await troublesAfter([], { things: 'owner' })).toEqual([
    'things: in packages/server/migrations/tables.ts, but no table',
  ])
})

test('a key without the owner, or with the owner not first, is found', async () => {
  const make = 'create table things (owner_id uuid not null, id uuid not null, constraint things_pkey primary key (id))'
  expect(await troublesAfter([make], { things: 'owner' })).toEqual([
    'things: unique things_pkey does not begin with owner_id',
  ])
  expect(await troublesAfter(['create unique index users_second on users (handle, owner_id)'])).toEqual([
    'users: unique users_second does not begin with owner_id',
  ])
})

test('a claim table whose key lacks the claim is found', async () => {
  const make = 'create table things (token text, owner_id uuid, constraint things_pkey primary key (owner_id))'
  expect(await troublesAfter([make], { things: 'claim:token' })).toEqual(['things: unique things_pkey lacks token'])
})

test('a foreign key, an exclusion and a trigger are found', async () => {
  const found = await troublesAfter([
    'alter table sessions add constraint sessions_of_users foreign key (owner_id) references users',
    'alter table files add constraint files_excluded exclude using btree (owner_id with =)',
    'create function nothing() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger files_watched after insert on files for each row execute function nothing()',
  ])
  expect(found).toEqual([
    'files: exclusion files_excluded',
    'files: trigger files_watched',
    'sessions: foreign key sessions_of_users',
  ])
})

test('migrations are sent one statement at a time', async () => {
  const migrations = await readMigrations(migrationFolders)
  const found = migrations.flatMap(({ name, statements }) =>
    statements.flatMap((text) => (brokenRules(text, new Map()).includes('several statements') ? [name] : [])),
  )
  expect(found).toEqual([])
  expect(migrations.length).toBeGreaterThan(1)
})

/** A distributed database reports a broken constraint under the name of a shard's, if at all. */
const READS_CONSTRAINT_NAME = /\.constraint\b|\bconstraint\s*(,[^}]*)?\}\s*=\s*(error|err|cause)\b/

/**
 * Only to fail at once: where the name is missing, the command is halved out of its batch and fails alone a little later.
 */
const DOES_WITHOUT_THE_NAME = ['pg/writes.ts']

test('no code depends on the name of a broken constraint', async () => {
  const folders = ['../../../../src/', '../../../../../ledger/src/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found: string[] = []
  for (const folder of folders)
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
      if (READS_CONSTRAINT_NAME.test(await readFile(join(folder, file), 'utf8'))) found.push(file)
    }
  expect(found).toEqual(DOES_WITHOUT_THE_NAME)
  expect('if (error.constraint === "x")').toMatch(READS_CONSTRAINT_NAME)
  expect('const { code, constraint } = error').toMatch(READS_CONSTRAINT_NAME)
})
