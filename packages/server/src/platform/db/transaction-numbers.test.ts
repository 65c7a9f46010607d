import { createLedger, type Ledger } from '@puente/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { newId } from '../ids.ts'
import { withClient } from './pool.ts'
import { passNumbers, requireNumbersAhead } from './transaction-numbers.ts'

let database: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.db.pool })
})
afterAll(async () => {
  await ledger.close()
  await database.close()
})

const post = async (): Promise<void> => {
  const ownerId = newId()
  const legs = [
    { ownerId, account: 'wallet', amountCents: 1n },
    { ...ledger.house('settlement:card', ownerId), amountCents: -1n },
  ]
  await ledger.post({ ownerId, key: newId(), requestHash: 'h', kind: 'test', transferId: newId(), legs })
}
const batchesSeen = async (): Promise<number> => (await ledger.checkChanges())?.batches ?? 0

test('a database that counts from before its own rows is refused, and serves once it has counted on', async () => {
  const { pool } = database.db
  await post()
  await expect.poll(batchesSeen).toBe(1)
  await requireNumbersAhead(pool)
  expect(await passNumbers(pool)).toBeNull()

  // As a dump of an older database leaves it.
  await withClient(database.superuserUrl, (client) =>
    client.query('update check_progress set transaction_number = transaction_number + 50000'),
  )
  await post()
  expect(await batchesSeen()).toBe(0)
  await expect(requireNumbersAhead(pool)).rejects.toThrow('npm run money -- catch-up')

  const steps: bigint[] = []
  const passed = await passNumbers(pool, (left) => void steps.push(left))
  expect(passed && passed.to - passed.from).toBeGreaterThan(40_000n)
  expect(steps.length).toBeGreaterThan(1)
  await requireNumbersAhead(pool)
  await post()
  await expect.poll(batchesSeen).toBe(1)
})

test.each([
  [
    'a batch',
    `insert into batches (transaction_number, owner_ids, accounts, seqs_before, seqs_after) values ($1, '{}', '{}', '{}', '{}')`,
  ],
  [
    'an audit row',
    `insert into audit_log (transaction_number, id, actor_kind, action, result) values ($1, gen_random_uuid(), 'system', 'a.b', 'done')`,
  ],
])('%s from ahead is noticed too, and what lies too far ahead is not counted to', async (_, insert) => {
  const { pool } = database.db
  await withClient(database.superuserUrl, (client) => client.query(insert, [2_000_000_000]))
  await expect(requireNumbersAhead(pool)).rejects.toThrow('transaction numbers up to 2000000000')
  await expect(passNumbers(pool)).rejects.toThrow('too many to count')
  await withClient(database.superuserUrl, (client) =>
    client.query(
      'with gone as (delete from batches where transaction_number = $1) delete from audit_log where transaction_number = $1',
      [2_000_000_000],
    ),
  )
  await requireNumbersAhead(pool)
})
