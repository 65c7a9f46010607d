import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, entrySeals, sealNext } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aSend, aUser } from '../test/factories.ts'
import { testOnOne } from '../test/topology.ts'
import { longReadTransaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

// As when a new ledger is checked, or a busy one whose statistics are out of date.
test('the full check hashes whole tables even while the planner has no statistics', async () => {
  const pool = database.pool({ max: 1 })
  const plan = await longReadTransaction(pool, async (client) => {
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

test('a long read says its limits to every machine that it reads from', async () => {
  const ledger = createLedger({ pool: database.pool() })
  await aUser(ledger, 1_000n)
  await ledger.close()
  const limits = await longReadTransaction(database.pool({ max: 1 }), async (client) => {
    const { rows } = await client.query<{
      limits: string
    }>(`select distinct concat_ws(' ', current_setting('statement_timeout'),
      current_setting('idle_in_transaction_session_timeout'), current_setting('enable_nestloop')) as limits from entries`)
    return rows.map((row) => row.limits)
  })
  expect(limits).toEqual(['10min 0 off'])
})

/** How often entries were read through any index but that of an account's history. */
const readByTransfer = async (): Promise<number> => {
  const { rows } = await database.admin.query<{ scans: number }>(
    `select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'entries_once_per_leg'`,
  )
  return rows[0]?.scans ?? -1
}

// A connection keeps the plan it made while the table had a page or two, and would read whole accounts later.
// Plans and their statistics are those of one machine.
testOnOne(
  'checker and sealer find entries by account and number however small the table was when the plan was made',
  async () => {
    const ledger = createLedger({ pool: database.pool() })
    const pool = database.pool({
      max: 1,
      options: '-c role=app -c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
    })
    const checking = createLedger({ pool })
    const [ana, ben] = [await aUser(ledger, 1_000n), await aUser(ledger, 1_000n)]
    const scans: number[] = []
    for (let n = 0; n < 24; n += 1) {
      await Promise.all(Array.from({ length: 8 }, () => ledger.post(aSend(ana, ben, 1n))))
      await pool.query('discard plans')
      await checking.checkChanges()
      await sealNext(pool, entrySeals())
      await pool.query('select pg_stat_force_next_flush()')
      scans.push(await readByTransfer())
    }
    await checking.close()
    await ledger.close()
    expect(scans).toEqual(scans.map(() => 0))
  },
)
