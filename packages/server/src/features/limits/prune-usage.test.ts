import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { write } from '#test/write.ts'
import { withClient } from '#platform/db/pool.ts'
import { pruneUsage } from './prune-usage.ts'
import { restoreWrites, readUsage, usageWrites } from './usage-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)

const inBatch = (work: Parameters<typeof withClient>[1]) => withClient(database.appUrl, work)

const use = async (ownerId: string, at: Date): Promise<string> => {
  const movementId = newId()
  await inBatch((client) =>
    write(client, usageWrites([{ ownerId, movementId, operations: ['inApp'], amountCents: 5n }], at)),
  )
  return movementId
}

const ages = async (table: string, moment: string): Promise<number[]> => {
  const { rows } = await database.db.pool.query<{ days: number }>(
    `select round(extract(epoch from now() - ${moment}) / 86400)::int as days from ${table} order by 1`,
  )
  return rows.map(({ days }) => days)
}

test('what no window reaches is forgotten, rows and sums, for all owners and some at a time', async () => {
  const owners = Array.from({ length: 5 }, newId)
  for (const owner of owners) for (const days of [1, 29, 40, 46, 90]) await use(owner, daysAgo(days))
  const before = await readUsage(database.db.pool, owners, new Date())

  const next = await pruneUsage(database.db, null, { owners: 2, turns: 1 })
  expect(next).toBe(owners.toSorted()[1])
  expect(await ages('limit_usage', 'at')).toHaveLength(5 * 5 - 4)
  expect(await pruneUsage(database.db, next, { owners: 2, turns: 9 })).toBeNull()

  for (const [table, moment] of [
    ['limit_usage', 'at'],
    ['limit_buckets', 'oldest_at'],
  ] as const)
    expect(await ages(table, moment)).toEqual([1, 29, 40].flatMap((days) => owners.map(() => days)))
  expect(await readUsage(database.db.pool, owners, new Date())).toEqual(before)
})

test('an operation that ends after its usage was forgotten ends as any other', async () => {
  const ownerId = newId()
  const countedAt = daysAgo(60)
  const movementId = await use(ownerId, countedAt)
  await pruneUsage(database.db, null)
  await inBatch((client) => write(client, restoreWrites([{ ownerId, movementId, countedAt }], new Date())))
  const lost = { ownerId, movementId: newId(), countedAt: daysAgo(1) }
  await expect(inBatch((client) => write(client, restoreWrites([lost], new Date())))).rejects.toThrow(
    'limits.restore touched 0 rows',
  )
})
