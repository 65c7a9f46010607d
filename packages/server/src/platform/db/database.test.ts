import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { tables as ledgerTables } from '@puente/ledger'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { tables } from '../../../migrations/tables.ts'
import { testClock } from '../clock.ts'
import { createDatabase, databaseNow } from './database.ts'
import { generateSchema, readSchema } from './generate.ts'
import { databaseTroubles } from './troubles.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a bigint column arrives as a BigInt and a date as its text', async () => {
  const { rows } = await sql<{ cents: bigint; day: string }>`
    select 9007199254740993::bigint as cents, date '2026-03-08' as day`.execute(database.db)
  expect(rows).toEqual([{ cents: 9007199254740993n, day: '2026-03-08' }])
})

test("the database's time is moved by the injected clock", async () => {
  const clock = testClock()
  const before = await databaseNow(database.db, clock)
  clock.advance(86_400_000)
  const after = await databaseNow(database.db, clock)
  expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(86_400_000)
  expect(after.getTime() - before.getTime()).toBeLessThan(86_400_000 + 60_000)
})

test('the generated types are those of the migrations', async () => {
  expect(await readSchema()).toBe(await generateSchema(database.superuserUrl))
})

test('every table has its place in the manifest, and tables of an owner have the owner first in every key', async () => {
  const { rows: found } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db)
  const byOwner = Object.entries(tables).flatMap(([name, place]) => (place === 'owner' ? [name] : []))
  const known = [...Object.keys(tables), ...ledgerTables.byOwner, ...ledgerTables.reference, ...ledgerTables.local]
  expect(found.map(({ name }) => name)).toEqual(known.toSorted())
  const { rows: keys } = await sql<{ name: string; index: string }>`
    select i.indrelid::regclass::text as name, i.indexrelid::regclass::text as index
      from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where t.relnamespace = 'public'::regnamespace and i.indisunique and a.attname <> 'owner_id'`.execute(database.db)
  expect(keys.filter(({ name }) => [...byOwner, ...ledgerTables.byOwner].includes(name))).toEqual([])
})

test('no table has a trigger or a foreign key', async () => {
  const { rows } = await sql`
    select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all select tgname from pg_trigger where not tgisinternal`.execute(database.db)
  expect(rows).toEqual([])
})

test('a database that could lose or rewrite payments is found out', async () => {
  const served = await databaseTroubles(database.db, testClock())
  // The databases of tests are hasty on purpose; the role is the one of production.
  expect(served.filter((trouble) => trouble.startsWith('DATABASE_URL'))).toEqual([])
  const all = createDatabase({ url: database.superuserUrl, log: { warn: () => {} } })
  const slow = { now: () => new Date(Date.now() - 10_000), offsetMs: () => 0 }
  const found = (await databaseTroubles(all, slow)).join('\n')
  await all.close()
  for (const part of ['superuser', 'owns the ledger', 'append-only', 'clocks']) expect(found).toContain(part)
})
