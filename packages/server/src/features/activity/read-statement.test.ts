import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { readStatement, STATEMENT_CHUNK } from './read-statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (minute: number) => new Date(START + minute * 60_000)

/** One row a minute, in pairs of the same moment. */
const history = (ownerId: string, rows: number) =>
  withClient(database.superuserUrl, (client) =>
    client.query(
      `insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, reference, search_text, created_at)
       select $1, gen_random_uuid(), 'sent', 'COMPLETED', 'wallet', -1, n + 1, 'R' || n, '', $2::timestamptz + (n / 2 * 2) * interval '1 minute'
         from generate_series(0, $3::int - 1) as n`,
      [ownerId, at(0), rows],
    ),
  )

test('a statement streams a period whole, oldest first, with no more rows in memory than one chunk', async () => {
  const ownerId = newId()
  const total = 7 * STATEMENT_CHUNK + 3
  await Promise.all([history(ownerId, total), history(newId(), 10)])
  let fetched = 0
  let read = 0
  let mostInFlight = 0
  const counting = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      fetched += result.rows.length
      return result
    },
  }) as Db
  let before = new Date(0)
  const ids = new Set<string>()
  for await (const { createdAt, movementId } of readStatement(counting, ownerId, { from: at(0), until: at(total) })) {
    mostInFlight = Math.max(mostInFlight, fetched - read)
    expect(createdAt >= before).toBe(true)
    before = createdAt
    ids.add(movementId)
    read += 1
  }
  expect([read, ids.size, fetched]).toEqual([total, total, total])
  expect(mostInFlight).toBeLessThanOrEqual(STATEMENT_CHUNK)
})

test('a statement has its first moment and not the one after its last, and nothing where nothing happened', async () => {
  const ownerId = newId()
  await history(ownerId, 20)
  const amounts = async (from: Date, until: Date) => {
    const rows: number[] = []
    for await (const { amountCents } of readStatement(database.db, ownerId, { from, until }))
      rows.push(Number(amountCents))
    return rows.toSorted((a, b) => a - b)
  }
  expect(await amounts(at(4), at(8))).toEqual([5, 6, 7, 8])
  expect(await amounts(at(100), at(200))).toEqual([])
})
