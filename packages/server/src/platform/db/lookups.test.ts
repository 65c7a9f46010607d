import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createLookups } from './lookups.ts'
import { withClient } from './pool.ts'

let database: TestDatabase
let lookups: ReturnType<typeof createLookups>

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  lookups = createLookups(database.db.pool)
})
afterEach(() => lookups.close())
afterAll(() => database.close())

type Seen = { n: number; pid: number }

const look = async (n: number): Promise<Seen> => {
  const { rows } = await lookups.query<Seen>({
    name: 'look',
    text: 'select $1::int as n, pg_backend_pid() as pid',
    values: [n],
  })
  return rows[0]!
}

test('each lookup gets its own answer, and all of them share one connection', async () => {
  const first = await Promise.all(Array.from({ length: 50 }, (_, n) => look(n)))
  expect(first.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  const later = await look(50)
  expect(new Set([...first, later].map(({ pid }) => pid)).size).toBe(1)
})

test('columns are parsed as everywhere: 64-bit integers as BigInt', async () => {
  const { rows } = await lookups.query({ text: 'select 9007199254740993::bigint as cents' })
  expect(rows).toEqual([{ cents: 9007199254740993n }])
})

test('a lookup that fails gets its error, and those beside it get their answers', async () => {
  const [before, broken, after] = await Promise.allSettled([
    look(1),
    lookups.query({ name: 'broken', text: 'select 1 / $1::int', values: [0] }),
    look(2),
  ])
  expect(before).toMatchObject({ value: { n: 1 } })
  expect(broken).toMatchObject({ reason: { code: '22012' } })
  expect(after).toMatchObject({ value: { n: 2 } })
  expect(await look(3)).toMatchObject({ n: 3 })
})

test('a connection that is cut is replaced, and no lookup fails', async () => {
  const { pid } = await look(1)
  await withClient(database.superuserUrl, (client) => client.query('select pg_terminate_backend($1)', [pid]))
  const [again, beside] = await Promise.all([look(2), look(3)])
  expect([again.n, beside.n]).toEqual([2, 3])
  expect((await look(4)).pid).not.toBe(pid)
})

test('a lookup works after a migration has changed the result of its prepared statement', async () => {
  const read = async () => (await lookups.query({ name: 'widening', text: 'select * from widening' })).rows
  await withClient(database.superuserUrl, async (client) => {
    await client.query('create table widening as select 1 as a')
    await client.query('grant select on widening to app')
    expect(await read()).toEqual([{ a: 1 }])
    await client.query('alter table widening add b int default 2')
  })
  expect(await read()).toEqual([{ a: 1, b: 2 }])
})

test('a lookup that hangs does not delay later ones', async () => {
  await withClient(database.appUrl, async (client) => {
    await client.query('select pg_advisory_lock(8)')
    const held = lookups.query({ text: 'select pg_advisory_xact_lock_shared(8)' })
    expect(await look(2)).toMatchObject({ n: 2 })
    await client.query('select pg_advisory_unlock(8)')
    await held
  })
})
