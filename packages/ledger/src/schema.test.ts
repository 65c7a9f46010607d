import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsDir, tables } from './index.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { statementsOf } from './test/make-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

const list = async (text: string) =>
  (await database.admin.query<{ name: string }>(text)).rows.map(({ name }) => name).toSorted()

/** Without comments, and without the bodies of functions. */
const stripped = (text: string) => text.replaceAll(/^--.*$/gm, '').replaceAll(/\$\$.*?\$\$/gs, '')

test('migrations are named by time and feature and hold one statement per call', () => {
  const files = readdirSync(migrationsDir)
  expect(files.filter((name) => !/^\d{14}_[a-z-]+\.sql$/.test(name))).toEqual([])
  const statements = files.flatMap((name) => statementsOf(join(migrationsDir, name)))
  expect(statements.filter((text) => text.trim() === '' || stripped(text).includes(';'))).toEqual([])
})

test('the list of tables names every table of the ledger', async () => {
  const all = await list(`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  expect([...tables.byOwner, ...tables.reference, ...tables.local].toSorted()).toEqual(all)
})

test('every key of a table by owner begins with the owner', async () => {
  const keys = await list(`select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisunique and relnamespace = 'public'::regnamespace and attname <> 'owner_id'`)
  expect(keys).toEqual([
    'account_seals_pkey',
    'batches_pkey',
    'check_progress_pkey',
    'checkpoints_pkey',
    'entry_seals_pkey',
    'money_frozen_pkey',
    'proof_progress_pkey',
  ])
})

test('there is no trigger and no foreign key, and every constraint is named by hand', async () => {
  // A cluster brings its own, on tables of its own.
  const own = `select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`
  expect(await list(own)).toEqual([])
  expect(
    await list(`select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f'`),
  ).toEqual([])
  const generated = await list(`select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conname ~ '_(check|key)[0-9]*$'`)
  expect(generated).toEqual([])
})

test('an auditor reads everything and writes nothing', async () => {
  const auditor = database.pool({ options: '-c role=auditor', max: 1 })
  for (const table of [...tables.byOwner, ...tables.reference, ...tables.local]) {
    await auditor.query(`select * from ${table}`)
    await expect(auditor.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
  }
})
