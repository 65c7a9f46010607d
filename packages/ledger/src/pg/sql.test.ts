import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from './sql.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

// As a young ledger is checked, and as a busy one is whose statistics have not kept up.
test('the full check joins whole tables at once, also while the planner knows nothing of them', async () => {
  const pool = database.pool({ max: 1 })
  const plan = await patient(pool, async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json)
      select entries.transfer_id from entries left join (
        select transfer_id, count(*) from idempotency where status = 'accepted' group by 1
      ) as keys on keys.transfer_id = entries.transfer_id
      where leg = 0 and keys.count is distinct from 1 limit 20`)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('Join')
  expect(plan).not.toContain('Nested Loop')
})
