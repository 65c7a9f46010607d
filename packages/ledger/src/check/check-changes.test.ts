import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLedger } from '../index.ts'
import type { Ledger } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aSend, aUser, move, wallet } from '../test/factories.ts'

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

/** A user with entries, an open hold and a reversal. */
const aHistory = async (): Promise<string> => {
  const [ana, ben] = [await aUser(ledger, 1_000n), uuidv7()]
  const sent = aSend(ana, ben, 300n)
  await ledger.post(sent)
  const reverses = { ownerId: ana, transferId: sent.transferId }
  await ledger.post(aCommand(ana, { reverses, legs: move(wallet(ben), wallet(ana), 100n) }))
  const hold = { op: 'place', holdId: uuidv7(), ...wallet(ana), amountCents: 50n, purpose: 'test' } as const
  await ledger.post(aCommand(ana, { holds: [hold] }))
  return ana
}

const invariantsOf = async () => (await ledger.checkChanges())?.violations.map(({ invariant }) => invariant)

test('a pass checks what was written since the last one, and stores its progress', async () => {
  await aHistory()
  expect(await ledger.checkChanges()).toMatchObject({ batches: 4, violations: [], isBehind: false })
  expect(await ledger.checkChanges()).toMatchObject({ batches: 0 })
  await aUser(ledger, 5n)
  expect(await ledger.checkChanges()).toMatchObject({ batches: 1, violations: [] })
  expect(await ledger.checkProgress()).toMatchObject({ entries: 8n, lagMs: 0, violations: [] })
})

test('a pass never reads more rows than it may, however many wait, and the next ones read the rest', async () => {
  for (let n = 0; n < 10; n += 1) await aUser(ledger, 10n)
  const passes = []
  for (let n = 0; n < 5; n += 1) passes.push(await ledger.checkChanges({ entriesPerPass: 4, scannedPerPass: 3 }))
  expect(passes.map((pass) => pass?.batches)).toEqual([2, 2, 2, 2, 2])
  expect(passes.every((pass) => pass !== null && pass.entries <= 4 + 3)).toBe(true)
  expect(passes.map((pass) => pass?.isBehind)).toEqual([true, true, true, true, false])
})

test('what an open transaction has written waits for its end', async () => {
  const open = await database.admin.connect()
  await open.query('begin')
  await open.query('select pg_current_xact_id()')
  await aUser(ledger, 10n)
  expect(await ledger.checkChanges()).toMatchObject({ batches: 0 })
  expect((await ledger.checkProgress()).lagMs).toBeGreaterThanOrEqual(0)
  await open.query('commit')
  open.release()
  expect(await ledger.checkChanges()).toMatchObject({ batches: 1 })
})

test('of two checkers at a time one runs a pass', async () => {
  const other = await database.admin.connect()
  await other.query('begin')
  await other.query('select * from check_progress for update')
  expect(await ledger.checkChanges()).toBeNull()
  await other.query('rollback')
  other.release()
  expect(await ledger.checkChanges()).not.toBeNull()
})

const BROKEN = {
  sum: 'every transfer sums to zero in each currency',
  continuity: 'every entry continues the balance and the numbering of its account',
  standing: 'every account has the balance and number of its last entry',
  held: 'the held amount of an account is what its open holds have left',
  reversal: 'no transfer is reversed beyond what it moved',
  batch: 'every entry that a batch wrote exists',
  floor: 'no account is below its floor',
  terms: 'every account has the currency, floor and status that were last recorded for it',
  chart: 'no account has a lower floor than the chart gives it',
}

const breakages: [string, string, string][] = [
  ['an altered amount', 'update entries set amount_cents = amount_cents + 1 where owner_id = $1 and seq = 2', 'sum'],
  ['an altered balance', 'update entries set balance_after_cents = 7 where owner_id = $1 and seq = 1', 'continuity'],
  ['a removed entry', 'delete from entries where owner_id = $1 and seq = 2', 'batch'],
  ['a removed last entry', 'delete from entries where owner_id = $1 and seq = 3', 'batch'],
  ['a raised balance', 'update accounts set balance_cents = balance_cents + 1 where owner_id = $1', 'standing'],
  ['a removed account', 'delete from accounts where owner_id = $1', 'standing'],
  ['held money without a hold', 'delete from holds where owner_id = $1', 'held'],
  ['a forgotten hold', 'update accounts set held_cents = 0 where owner_id = $1', 'held'],
  ['a lowered floor', 'update accounts set floor_cents = -5 where owner_id = $1', 'terms'],
  ['a floor below the chart', 'update accounts set floor_cents = null where owner_id = $1', 'chart'],
  ['another currency', "update accounts set currency = 'EUR' where owner_id = $1", 'terms'],
  ['an account frozen behind our back', "update accounts set status = 'frozen' where owner_id = $1", 'terms'],
  ['a forgotten reversal', 'delete from reversals where owner_id = $1', 'reversal'],
]

test.each(breakages)('I7: a pass over what is new finds %s, and finds it again', async (_, statement, broken) => {
  const ana = await aHistory()
  await database.admin.query(statement, [ana])
  expect(await invariantsOf()).toContain(BROKEN[broken as keyof typeof BROKEN])
  expect(await invariantsOf()).toContain(BROKEN[broken as keyof typeof BROKEN])
})

const old = breakages.filter(([what]) => what !== 'a forgotten reversal' && what !== 'an altered amount')

test.each(old)('I7: the scans find %s in what was checked long ago', async (_, statement) => {
  const ana = await aHistory()
  for (let n = 0; n < 5; n += 1) await aUser(ledger, 10n)
  const runPass = () => ledger.checkChanges({ scannedPerPass: 5 })
  while ((await runPass())?.batches !== 0);
  await database.admin.query(statement, [ana])
  const found = []
  for (let n = 0; n < 12 && found.length === 0; n += 1) found.push(...((await runPass())?.violations ?? []))
  expect(found.length).toBeGreaterThan(0)
})

test('I4: an account below its floor is found even without the CHECK', async () => {
  const ana = await aUser(ledger, 10n)
  await database.admin.query('alter table accounts drop constraint accounts_above_floor')
  const hold = { ownerId: ana, holdId: uuidv7(), account: 'wallet', amount: 11 }
  await database.admin.query(
    `insert into holds (owner_id, hold_id, account, amount_cents, purpose, created_at) values ($1, $2, $3, $4, 'test', now())`,
    Object.values(hold),
  )
  await database.admin.query('update accounts set held_cents = 11 where owner_id = $1', [ana])
  expect(await invariantsOf()).toEqual([BROKEN.floor])
})

test('a batch whose entries are not all visible yet is left for later', async () => {
  const ana = await aUser(ledger, 10n)
  const { admin } = database
  const { rows } = await admin.query<{ entry: string }>(
    'select to_json(entries)::text as entry from entries where owner_id = $1',
    [ana],
  )
  await admin.query('delete from entries where owner_id = $1', [ana])
  await admin.query('update accounts set seq = 0, balance_cents = 0 where owner_id = $1', [ana])
  expect(await ledger.checkChanges({ graceMs: 60_000 })).toMatchObject({ batches: 0, violations: [] })
  await admin.query('insert into entries select * from json_populate_record(null::entries, $1::json)', [rows[0]!.entry])
  await admin.query('update accounts set seq = 1, balance_cents = 10 where owner_id = $1', [ana])
  expect(await ledger.checkChanges({ graceMs: 60_000 })).toMatchObject({ batches: 1, violations: [] })
})

test('T30: balances rebuilt from the entries are those that the accounts have', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser(ledger, 1_000n)))
  const sends = users.flatMap((from, n) => [1, 7].map((step) => aSend(from, users[(n + step) % 20]!, BigInt(n + step))))
  await Promise.all(sends.map((send) => ledger.post(send)))
  const { rows } = await database.admin.query<{ drifting: number; accounts: number }>(`
    select count(*) filter (where balance_cents <> rebuilt or seq <> last)::int as drifting, count(*)::int as accounts
    from accounts join (
      select owner_id, account, sum(amount_cents) as rebuilt, max(entries.seq) as last from entries group by 1, 2
    ) as totals using (owner_id, account)`)
  expect(rows[0]).toMatchObject({ drifting: 0 })
  expect(rows[0]!.accounts).toBeGreaterThan(20)
  expect(await ledger.check()).toMatchObject({ ok: true, entries: BigInt(2 * (users.length + sends.length)) })
})
