import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { testClock } from '../clock.ts'
import { createDatabase, databaseNow } from './database.ts'
import { generateSchema } from './generate.ts'
import { readSchema, STALE_SCHEMA } from './schema-file.ts'
import { databaseMisconfigurations } from './misconfigurations.ts'

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
  expect(await readSchema(), STALE_SCHEMA).toBe(await generateSchema(database.superuserUrl))
})

test('with the part of the database that reads nothing can be written', async () => {
  const { reading } = database.db
  expect(await reading.selectFrom('switches').select('name').execute()).toEqual(expect.any(Array))
  expect(Object.keys(reading)).toEqual(['selectFrom'])
  // @ts-expect-error -- a write does not compile
  expect(() => reading.insertInto('switches')).toThrow(TypeError)
})

test('a read goes on after a migration has changed what its prepared statement would answer', async () => {
  const read = async () => {
    const { rows } = await sql`select * from widening`.execute(one)
    return rows
  }
  const one = createDatabase({ url: database.superuserUrl, log: { warn: () => {} }, max: 1 })
  await sql`create table widening as select 1 as a`.execute(one)
  expect([await read(), await read()]).toEqual([[{ a: 1 }], [{ a: 1 }]])
  await sql`alter table widening add column b integer default 2`.execute(one)
  expect([await read(), await read()]).toEqual([[{ a: 1, b: 2 }], [{ a: 1, b: 2 }]])
  await one.close()
})

test('a database that could lose or rewrite payments is found out', async () => {
  const served = await databaseMisconfigurations(database.db, testClock())
  // The databases of tests are hasty on purpose; the role is the one of production.
  expect(served.filter((trouble) => trouble.startsWith('DATABASE_URL'))).toEqual([])
  const all = createDatabase({ url: database.superuserUrl, log: { warn: () => {} } })
  const slow = { now: () => new Date(Date.now() - 10_000), offsetMs: () => 0 }
  const found = (await databaseMisconfigurations(all, slow)).join('\n')
  await all.close()
  for (const part of ['superuser', 'owns the ledger', 'append-only', 'clocks']) expect(found).toContain(part)
})
