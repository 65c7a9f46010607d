import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLedger, entrySeals, sealNext } from '../index.ts'
import type { Ledger } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aSend, aUser } from '../test/factories.ts'

let database: TestDatabase
let ledger: Ledger

beforeEach(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool() })
})

afterEach(async () => {
  await ledger.close()
  await database.stop()
})

/** How often entries were looked for by anything but the order in which an account's history lies. */
const readByTransfer = async (): Promise<number> => {
  const { rows } = await database.admin.query<{ scans: number }>(
    `select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'entries_once_per_leg'`,
  )
  return rows[0]?.scans ?? -1
}

// A plan that was made while the table had a page or two is kept by its connection, and reads whole accounts later.
test('however young the table is, checker and sealer find entries by the order of their account', async () => {
  const pool = database.pool({
    max: 1,
    options: '-c role=app -c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
  })
  const looking = createLedger({ pool })
  const [ana, ben] = [await aUser(ledger, 1_000n), await aUser(ledger, 1_000n)]
  const found: number[] = []
  for (let n = 0; n < 24; n += 1) {
    await Promise.all(Array.from({ length: 8 }, () => ledger.post(aSend(ana, ben, 1n))))
    await pool.query('discard plans')
    await looking.checkChanges()
    await sealNext(pool, entrySeals())
    await pool.query('select pg_stat_force_next_flush()')
    found.push(await readByTransfer())
  }
  await looking.close()
  expect(found).toEqual(found.map(() => 0))
})
