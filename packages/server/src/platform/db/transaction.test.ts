import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createDatabase, type Database, type Trx } from './database.ts'
import { DatabaseUnavailable, OutcomeUnknown } from './errors.ts'
import { withClient } from './pool.ts'
import { afterCommit, transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('rate_counters').execute()
})

const write = (trx: Trx, key: string) =>
  trx.insertInto('rate_counters').values({ key, window_started_at: new Date(), count: 1 }).execute()
const keys = async (): Promise<string[]> =>
  (await database.db.selectFrom('rate_counters').select('key').orderBy('key').execute()).map(({ key }) => key)
const kill = (pid: number) =>
  withClient(database.superuserUrl, (client) => client.query('select pg_terminate_backend($1)', [pid]))
const pidOf = async (trx: Trx): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0]!.pid
}

/** The same database, with something in the way of each COMMIT. */
const interfering = (db: Database, onCommit: (send: () => Promise<unknown>) => Promise<unknown>): Database => {
  const { pool } = db
  const proxy = new Proxy(pool, {
    get: (target, name) => {
      if (name !== 'connect') return Reflect.get(target, name)
      return async () => {
        const client = await target.connect()
        return new Proxy(client, {
          get: (inner, key) => {
            const value: unknown = Reflect.get(inner, key)
            if (typeof value !== 'function') return value
            if (key !== 'query') return value.bind(inner)
            return (text: string, values?: unknown[]) =>
              text === 'commit' ? onCommit(() => inner.query(text)) : inner.query(text, values)
          },
        })
      }
    },
  })
  return Object.assign(Object.create(db) as Database, { pool: proxy })
}

test('what was done is kept, the result returned and the hint given after the commit', async () => {
  const told: string[][] = []
  const result = await transaction(database.db, 'test', async (trx) => {
    await write(trx, 'a')
    afterCommit(trx, () => void keys().then((found) => told.push(found)))
    return 7
  })
  expect(result).toBe(7)
  await expect.poll(() => told).toEqual([['a']])
})

test('what the work throws comes out unchanged, nothing is kept and no hint is given', async () => {
  let isTold = false
  const refusal = new Error('refused')
  const running = transaction(database.db, 'test', async (trx) => {
    await write(trx, 'a')
    afterCommit(trx, () => (isTold = true))
    throw refusal
  })
  await expect(running).rejects.toBe(refusal)
  expect(await keys()).toEqual([])
  expect(isTold).toBe(false)
})

test('work whose caller has gone by the time it is done is rolled back, and leaves its connection in order', async () => {
  let isAwaited = true
  const late = transaction(
    database.db,
    'late',
    async (trx) => {
      await write(trx, 'late')
      isAwaited = false
    },
    () => isAwaited,
  )
  await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable)
  await transaction(
    database.db,
    'awaited',
    (trx) => write(trx, 'awaited'),
    () => true,
  )
  expect(await keys()).toEqual(['awaited'])
})

test('a connection that is lost inside the transaction is replaced and the work done once', async () => {
  let runs = 0
  await transaction(database.db, 'test', async (trx) => {
    runs += 1
    await write(trx, 'a')
    if (runs === 1) await kill(await pidOf(trx))
    await write(trx, 'b')
  })
  expect(runs).toBe(2)
  expect(await keys()).toEqual(['a', 'b'])
})

test('a trouble that does not pass ends as unavailable, with nothing kept', async () => {
  let runs = 0
  const running = transaction(database.db, 'test', async (trx) => {
    runs += 1
    await write(trx, 'a')
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(trx)
  })
  await expect(running).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(runs).toBe(4)
  expect(await keys()).toEqual([])
})

test('a commit whose answer is lost is an unknown outcome, although it was kept', async () => {
  const db = interfering(database.db, async (send) => {
    await send()
    throw new Error('Connection terminated unexpectedly')
  })
  await expect(transaction(db, 'test', (trx) => write(trx, 'a'))).rejects.toBeInstanceOf(OutcomeUnknown)
  expect(await keys()).toEqual(['a'])
})

test('a commit that answers ROLLBACK is never acknowledged', async () => {
  let runs = 0
  const running = transaction(database.db, 'test', async (trx) => {
    runs += 1
    await write(trx, 'a')
    await sql`select 1 / 0`.execute(trx).catch(() => {})
  })
  await expect(running).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(runs).toBe(2)
  expect(await keys()).toEqual([])
})

test('a pool with no connection left answers at once that it is overloaded', async () => {
  const small = createDatabase({ url: database.appUrl, log: { warn: () => {} }, max: 1 })
  const held = await small.pool.connect()
  let runs = 0
  const running = transaction(small, 'test', async () => {
    runs += 1
  })
  await expect(running).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(runs).toBe(0)
  held.release()
  await small.close()
})
