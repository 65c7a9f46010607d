import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { testClock, type TestClock } from '../clock.ts'
import { createBudgets } from './budgets.ts'
import { pruneCounters } from './counter-store.ts'
import type { Budget } from './throttles.ts'

let database: TestDatabase
let clock: TestClock
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  clock = testClock()
  await database.db.deleteFrom('rate_counters').execute()
})
const budgets = () => createBudgets({ db: database.db, clock })

const three: Budget = { name: 'three', max: 3, windowMs: 3_600_000 }
const five: Budget = { name: 'five', max: 5, windowMs: 86_400_000 }
const guesses: Budget = { name: 'guesses', max: 10, windowMs: 900_000, growing: true }
const times = async <T>(n: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let i = 0; i < n; i += 1) results.push(await work())
  return results
}

test('a budget is spent, tells how long to wait, and is whole again in the next window', async () => {
  const { take } = budgets()
  expect(await times(3, () => take('a', three))).toEqual([0, 0, 0])
  const wait = await take('a', three)
  expect(wait).toBeGreaterThan(3_590)
  expect(wait).toBeLessThanOrEqual(3_600)
  expect(await take('b', three)).toBe(0)
  clock.advance(3_600_000)
  expect(await take('a', three)).toBe(0)
})

test('of uses that arrive together exactly as many pass as are left', async () => {
  const both = [budgets(), budgets()]
  const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => both[n % 2]!.take('a', three)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test('a use refused by one budget is counted by none', async () => {
  const { take } = budgets()
  await times(10, () => take('a', five, three))
  clock.advance(3_600_000)
  expect(await times(3, () => take('a', five, three)).then((waits) => waits.map((wait) => wait > 0))).toEqual([
    false,
    false,
    true,
  ])
})

test('counters survive a restart', async () => {
  await times(3, () => budgets().take('a', three))
  expect(await budgets().take('a', three)).toBeGreaterThan(0)
})

test('guesses wait longer and longer, and a success forgets them', async () => {
  const { take, clear } = budgets()
  expect(await times(3, () => take('a', guesses))).toEqual([0, 0, 0])
  const waits: number[] = []
  for (let n = 0; n < 4; n += 1) {
    const wait = await take('a', guesses)
    waits.push(wait)
    clock.advance(wait * 1000)
    expect(await take('a', guesses)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8])
  await clear('a', guesses)
  expect(await times(3, () => take('a', guesses))).toEqual([0, 0, 0])
})

test('a spent budget of guesses stays shut until its window ends', async () => {
  const { take } = budgets()
  for (let n = 0; n < 10; n += 1) {
    expect(await take('a', guesses)).toBe(0)
    clock.advance(61_000)
  }
  expect(await take('a', guesses)).toBeGreaterThan(200)
})

test('consume refuses with the code and the time to wait', async () => {
  const { consume } = budgets()
  await times(3, () => consume('a', three))
  await expect(consume('a', three)).rejects.toMatchObject({
    code: 'tooManyRequests',
    details: { retryAfterSeconds: 3_600 },
  })
})

test('old counters are forgotten, counting ones are not', async () => {
  const { take } = budgets()
  await take('old', three)
  clock.advance(3 * 86_400_000)
  await take('new', three)
  await pruneCounters(database.db, clock.now())
  const rows = await database.db.selectFrom('rate_counters').select('key').execute()
  expect(rows).toEqual([{ key: 'three:new' }])
})

const DAYS = 3 * 86_400_000

test('T9 a clock that was days ahead and is set right does not lock people out until that day', async () => {
  const right = { now: () => new Date(), offsetMs: () => 0 }
  const ahead = { now: () => new Date(Date.now() + DAYS), offsetMs: () => 0 }
  const [before, after] = [ahead, right].map((moved) => createBudgets({ db: database.db, clock: moved }))
  expect(await times(4, () => before!.take('a', three)).then((waits) => waits.at(-1))).toBeGreaterThan(3_590)
  expect(await times(3, () => after!.take('a', three))).toEqual([0, 0, 0])
  expect(await after!.take('a', three)).toBeLessThanOrEqual(3_600)
})

test('T9 a clock that is a little behind forgives nothing', async () => {
  const behind = { now: () => new Date(Date.now() - 600_000), offsetMs: () => 0 }
  await times(3, () => budgets().take('a', three))
  expect(await createBudgets({ db: database.db, clock: behind }).take('a', three)).toBeGreaterThan(3_600)
})

test('T9 a route whose clock is set right by days in between goes on', async () => {
  let offset = DAYS
  const moved = { now: () => new Date(Date.now() + offset), offsetMs: () => 0 }
  const app = await appWith(2, createBudgets({ db: database.db, clock: moved }))
  expect(await statusesOf(app, 3)).toEqual([200, 200, 429])
  offset = 0
  expect(await statusesOf(app, 3)).toEqual([200, 200, 429])
})

const appWith = async (max: number, { store } = budgets()) => {
  const app = Fastify()
  await app.register(rateLimit, { global: false, store })
  app.get('/', { config: { rateLimit: { max, timeWindow: 60_000, keyGenerator: () => 'one' } } }, async () => 'ok')
  return app
}
const statusesOf = async (app: Awaited<ReturnType<typeof appWith>>, n: number): Promise<number[]> =>
  times(n, async () => (await app.inject('/')).statusCode)

test('[V2.4.1] a route lets its budget through, across restarts, and is whole again in the next window', async () => {
  const first = await appWith(5)
  expect(await statusesOf(first, 3)).toEqual([200, 200, 200])
  const second = await appWith(5)
  expect(await statusesOf(second, 4)).toEqual([200, 200, 429, 429])
  clock.advance(60_000)
  expect(await statusesOf(second, 1)).toEqual([200])
})

test('a large budget is spent in portions, never beyond its number', async () => {
  const app = await appWith(100)
  const statuses = await Promise.all(
    Array.from({ length: 130 }, () => app.inject('/').then(({ statusCode }) => statusCode)),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
})
