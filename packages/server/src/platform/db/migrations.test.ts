import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { countPending, migrate, pendingOf, readMigrations } from './migrations.ts'
import { withClient } from './pool.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  // This database has its migrations; the tests use a history of their own.
  await withClient(database.superuserUrl, (client) =>
    client.query('drop schema public cascade; create schema public authorization owner'),
  )
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'puente-migrations-'))
  await withClient(database.superuserUrl, async (client) => {
    await client.query('drop schema public cascade; create schema public authorization owner')
    await client.query('grant usage on schema public to app, migrator')
  })
  return () => rm(folder, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(folder, name), text)
const run = async (folders = [folder]): Promise<string[]> => {
  const migrations = await readMigrations(folders)
  return withClient(database.migratorUrl, (client) => migrate(client, migrations))
}
const ask = async (text: string): Promise<unknown[]> =>
  withClient(database.superuserUrl, async (client) => (await client.query(text)).rows)

test('migrations of several folders run once, in the order of their timestamps, and belong to the owner', async () => {
  await file('20260102000000_second.sql', 'alter table things add column name text')
  const other = join(folder, 'other')
  await mkdir(other)
  await writeFile(
    join(other, '20260101000000_first.sql'),
    'create table things (id int)\n--;;\ngrant select on things to app\n',
  )
  expect(await run([folder, other])).toEqual(['20260101000000_first.sql', '20260102000000_second.sql'])
  expect(await run([folder, other])).toEqual([])
  expect(await ask(`select tableowner from pg_tables where schemaname = 'public' order by tablename`)).toEqual([
    { tableowner: 'owner' },
    { tableowner: 'owner' },
  ])
})

test('a migration that fails half-way leaves nothing of itself and names itself', async () => {
  await file('20260101000000_good.sql', 'create table good (id int)')
  await file('20260102000000_bad.sql', 'create table half (id int)\n--;;\ncreate table half (id int)')
  await expect(run()).rejects.toThrow(/^20260102000000_bad.sql: .*already exists/)
  expect(await ask(`select to_regclass('good') is not null as good, to_regclass('half') is not null as half`)).toEqual([
    { good: true, half: false },
  ])
})

test('a file marked as such runs outside a transaction', async () => {
  await file('20260101000000_things.sql', 'create table things (id int)')
  await file('20260102000000_index.sql', '-- no transaction\ncreate index concurrently things_id on things (id)')
  expect(await run()).toHaveLength(2)
})

test('an edited file, a lost one and one that comes too late are refused by name', async () => {
  await file('20260102000000_things.sql', 'create table things (id int)')
  await run()
  await file('20260101000000_late.sql', 'create table late (id int)')
  await expect(run()).rejects.toThrow(/20260101000000_late.sql comes before/)
  await rm(join(folder, '20260101000000_late.sql'))
  await file('20260102000000_things.sql', 'create table things (id bigint)')
  await expect(run()).rejects.toThrow(/20260102000000_things.sql was edited/)
  await rm(join(folder, '20260102000000_things.sql'))
  await expect(run()).rejects.toThrow(/20260102000000_things.sql was applied/)
})

test('a file without a timestamp is refused', async () => {
  await file('things.sql', 'select 1')
  await expect(run()).rejects.toThrow(/things.sql: a migration is named/)
})

test('processes that start together apply everything once', async () => {
  await file('20260101000000_things.sql', 'create table things (id int)\n--;;\nselect pg_sleep(0.05)')
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['20260101000000_things.sql'])
})

test('the application can tell whether migrations are missing', async () => {
  await file('20260101000000_things.sql', 'create table things (id int)')
  const migrations = await readMigrations([folder])
  const pending = () => withClient(database.appUrl, (client) => countPending(client, migrations))
  expect(await pending()).toBe(1)
  await run()
  expect(await pending()).toBe(0)
  await file('20260102000000_things.sql', 'alter table things add column name text')
  await run()
  expect(await pending()).toBe(0) // the next release has been here
})

test('nothing is pending where nothing exists', () => {
  expect(pendingOf([], [])).toEqual([])
})
