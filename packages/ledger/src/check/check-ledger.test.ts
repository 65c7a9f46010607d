import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../index.ts'
import type { Ledger } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aSend, aUser, move, wallet } from '../test/factories.ts'
import { checkLedger } from './check-ledger.ts'

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool() })
})

afterAll(async () => {
  await ledger.close()
  await database.stop()
})

/** A user with entries, an open hold and a reversal: a row of every kind that can be tampered with. */
const aHistory = async () => {
  const [ana, ben] = [await aUser(ledger, 1_000n), uuidv7()]
  const sent = aSend(ana, ben, 300n)
  await ledger.post(sent)
  const reverses = { ownerId: ana, transferId: sent.transferId }
  await ledger.post(aCommand(ana, { reverses, legs: move(wallet(ben), wallet(ana), 100n) }))
  const holdId = uuidv7()
  await ledger.post(
    aCommand(ana, { holds: [{ op: 'place', holdId, ...wallet(ana), amountCents: 50n, purpose: 'test' }] }),
  )
  return ana
}

const forbidden = [
  'update entries set amount_cents = 1',
  'delete from entries',
  'truncate entries',
  'delete from accounts',
  'update accounts set floor_cents = null',
  'delete from holds',
  'update holds set amount_cents = 1',
  'delete from idempotency',
  "update idempotency set request_hash = 'x'",
  'delete from reversals',
  'update reversals set moved_cents = 1',
  'drop table entries',
  'update account_terms set floor_cents = null',
  'delete from account_terms',
  'update money_frozen set frozen = false',
  'delete from money_frozen',
]

test.each(forbidden)('P16: the product may not %s', async (statement) => {
  const pool = database.pool({ max: 1 })
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('P4: the database refuses a balance below its floor even if the decision was wrong', async () => {
  const ana = await aUser(ledger, 100n)
  const statement = 'update accounts set held_cents = 101 where owner_id = $1'
  await expect(database.admin.query(statement, [ana])).rejects.toMatchObject({ code: '23514' })
})

test('a sound ledger passes the check, which counts what it has read', async () => {
  await aHistory()
  const report = await ledger.check()
  expect(report).toMatchObject({ ok: true, violations: [] })
  expect(report.entries).toBeGreaterThanOrEqual(6n)
})

test('keys that are compared in parts are named where they are missing, as when they are compared at once', async () => {
  const missing = async (entriesAtOnce?: bigint) =>
    (await checkLedger(database.pool(), entriesAtOnce)).violations.map(({ where }) => JSON.stringify(where)).toSorted()
  const ana = await aHistory()
  expect(await missing(2n)).toEqual([])
  await database.admin.query('delete from idempotency where owner_id = $1', [ana])
  const found = await missing(2n)
  expect(found).toHaveLength(3)
  expect(await missing()).toEqual(found)
})

const TERMS = 'every account has the currency, floor and status that were last recorded for it'

const tamperings: [string, string, string][] = [
  [
    'an altered amount',
    'update entries set amount_cents = amount_cents + 1 where owner_id = $1 and seq = 2',
    'every transfer sums to zero in each currency',
  ],
  [
    'an altered running balance',
    'update entries set balance_after_cents = 7 where owner_id = $1 and seq = 1',
    'every entry continues the balance and the numbering of its account',
  ],
  [
    'a removed entry',
    'delete from entries where owner_id = $1 and seq = 2',
    'every entry continues the balance and the numbering of its account',
  ],
  [
    'a removed last entry',
    'delete from entries where owner_id = $1 and seq = 3',
    'every account has the balance and number of its last entry',
  ],
  [
    'a raised balance',
    'update accounts set balance_cents = balance_cents + 1 where owner_id = $1',
    'every account has the balance and number of its last entry',
  ],
  [
    'a removed account',
    'delete from accounts where owner_id = $1',
    'every account has the balance and number of its last entry',
  ],
  [
    'held money without a hold',
    'delete from holds where owner_id = $1',
    'the held amount of an account is what its open holds have left',
  ],
  [
    'a forgotten hold',
    'update accounts set held_cents = 0 where owner_id = $1',
    'the held amount of an account is what its open holds have left',
  ],
  ['a forgotten reversal', 'delete from reversals where owner_id = $1', 'no transfer is reversed beyond what it moved'],
  [
    'an invented reversal',
    'insert into reversals select owner_id, transfer_id, account, amount_cents, -1 from entries where owner_id = $1 and seq = 1',
    'every reversed total is backed by entries',
  ],
  ['a lowered floor', 'update accounts set floor_cents = null where owner_id = $1', TERMS],
  ['another currency', "update accounts set currency = 'EUR' where owner_id = $1", TERMS],
  ['an account frozen behind our back', "update accounts set status = 'frozen' where owner_id = $1", TERMS],
  ['forgotten terms', 'delete from account_terms where owner_id = $1', TERMS],
  ['a removed key', 'delete from idempotency where owner_id = $1', 'every transfer was accepted under exactly one key'],
]

test.each(tamperings)('I7: %s is found and named', async (_, statement, invariant) => {
  const ana = await aHistory()
  const before = await ledger.check()
  await database.admin.query(statement, [ana])
  const report = await ledger.check()
  const known = before.violations.map((violation) => JSON.stringify(violation))
  const found = report.violations.filter((violation) => !known.includes(JSON.stringify(violation)))
  expect(report.ok).toBe(false)
  expect(found.map((violation) => violation.invariant)).toContain(invariant)
})
