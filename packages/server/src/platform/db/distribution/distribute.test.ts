import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { distribute, distributionPlan, NotCitus } from './distribute.ts'
import { productPlaces } from './places.ts'

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

/** Functions of Citus' names and signatures that note what they were asked, and refuse what Citus would. */
const STAND_IN = [
  'create table pg_dist_partition (logicalrelid regclass primary key, partmethod text, cut_by text, beside text)',
  `create function create_reference_table(t regclass) returns void language sql as
    $$ insert into pg_dist_partition values (t, 'n', null, null) $$`,
  `create function create_distributed_table(t regclass, cut_by text, colocate_with text default 'default')
    returns void language plpgsql as $$ begin
    if not exists (select from pg_attribute where attrelid = t and attname = cut_by and attnotnull) then
      raise exception '% has no %', t, cut_by;
    end if;
    if colocate_with <> 'none' and not exists (select from pg_dist_partition where logicalrelid = colocate_with::regclass)
      then raise exception '% is not distributed', colocate_with;
    end if;
    if exists (select from pg_index where indrelid = t and indisunique and not (select attnum from pg_attribute
      where attrelid = t and attname = cut_by) = any(indkey)) then raise exception 'a unique key of % lacks %', t, cut_by;
    end if;
    insert into pg_dist_partition values (t, 'h', cut_by, colocate_with); end $$`,
]

test('a database without Citus is left as it is, and says so', async () => {
  await expect(distribute(admin, productPlaces)).rejects.toThrow(NotCitus)
})

const standIn = async (): Promise<void> => {
  await admin.query('begin')
  for (const statement of STAND_IN) await admin.query(statement)
}
afterEach(() => admin.query('rollback'))

// What the stand-ins cannot show: that Citus itself takes every table. That needs a cluster, in `CITUS_URL`.
test.each([
  ['a table by a column that it lacks', ['limit_rows', 'claim:nothing'], 'has no nothing'],
  ['a table by a column that is not in its key', ['users', 'claim:email'], 'a unique key of users lacks email'],
] as const)('%s is refused by the stand-ins, as Citus would', async (_, place, message) => {
  await standIn()
  await expect(distribute(admin, new Map([place]))).rejects.toThrow(message)
})

test('a table is not laid beside one that is not distributed yet, so that the order counts', async () => {
  await standIn()
  const [first, second] = distributionPlan(productPlaces).filter(({ statement }) => statement.includes('owner_id'))
  await expect(admin.query(second?.statement ?? '')).rejects.toThrow('is not distributed')
  await admin.query('rollback')
  await standIn()
  await admin.query(first?.statement ?? '')
  await admin.query(second?.statement ?? '')
})

test('by the stand-ins each table goes to its place, those of owners side by side, and a second run does nothing', async () => {
  await standIn()
  await distribute(admin, productPlaces)
  const { rows } = await admin.query<{ name: string; cut_by: string | null; beside: string | null }>(
    'select relname as name, cut_by, beside from pg_dist_partition join pg_class on pg_class.oid = logicalrelid',
  )
  const placed = new Map(rows.map(({ name, cut_by, beside }) => [name, { cut_by, beside }]))
  for (const [table, place] of productPlaces) {
    if (place === 'local') expect(placed.get(table)).toBeUndefined()
    else if (place === 'reference') expect(placed.get(table)).toEqual({ cut_by: null, beside: null })
    else if (place === 'owner')
      expect(placed.get(table)).toEqual({
        cut_by: 'owner_id',
        beside: table === 'account_terms' ? 'none' : 'public.account_terms',
      })
    else expect(placed.get(table)).toEqual({ cut_by: place.slice('claim:'.length), beside: 'none' })
  }
  expect(await distribute(admin, productPlaces)).toEqual([])
})

const command = fileURLToPath(new URL('../../../commands/distribute.ts', import.meta.url))
const run = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [command, ...args], { env: { ...process.env, CITUS_URL: '', ...env } }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )

test('the command prints what it would do without a database, and says what it lacks to do it', async () => {
  const dry = await run(['--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.said).toContain(
    "select create_distributed_table('public.account_terms', 'owner_id', colocate_with => 'none')",
  )
  expect(dry.said).toContain("select create_reference_table('public.limit_rows')")
  expect(await run([])).toMatchObject({ code: 1, said: expect.stringContaining('CITUS_URL') as string })
  const plain = await testDatabase()
  expect(await run([], { CITUS_URL: plain.superuserUrl })).toMatchObject({
    code: 1,
    said: expect.stringContaining('knows nothing of Citus') as string,
  })
  await plain.close()
})
