/** What the poster makes of a COMMIT whose answer is lost, wrong or not to be trusted. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLedger, forParticipant, LedgerUnavailable, OutcomeUnknown } from '../index.ts'
import type { BatchPoint, Ledger, Participant } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aSend, aUser, wallet, wordFor } from '../test/factories.ts'
import { createFaultyProxy } from '../test/faults.ts'
import type { FaultyProxy } from '../test/faults.ts'

let database: TestDatabase
let proxy: FaultyProxy
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  proxy = await createFaultyProxy(database.config)
  ledger = createLedger({ pool: database.pool(proxy.config) })
})

afterEach(() => proxy.cutNext('none', 0))

afterAll(async () => {
  expect((await ledger.check()).violations).toEqual([])
  await ledger.close()
  await proxy.stop()
  await database.stop()
})

test.each(['afterCommit', 'beforeCommit', 'lateCommit'] as const)(
  'I2: a connection lost %s is resolved by a retry, and the money moves once',
  async (cut) => {
    const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
    const before = proxy.cuts()
    for (let round = 1; round <= 5; round += 1) {
      proxy.cutNext(cut)
      const sends = Array.from({ length: 3 }, (_, n) =>
        aSend(ana, ben, BigInt(n + 1), { answer: () => ({ round, n }) }),
      )
      const outcomes = await Promise.all(sends.map((command) => ledger.post(command)))
      expect(outcomes).toMatchObject(
        sends.map(({ transferId }, n) => ({ accepted: true, transferId, answer: { round, n }, replayed: false })),
      )
      expect((await ledger.balance(wallet(ben))).balanceCents).toBe(BigInt(round * 6))
    }
    expect(proxy.cuts() - before).toBe(5)
  },
)

test('I3: after a lost answer and a retry a repeat is still a repeat, and of two copies only the second is one', async () => {
  const ana = await aUser(ledger)
  const earlier = aDeposit(ledger, ana, 10n)
  await ledger.post(earlier)
  const repeat = { ...earlier, transferId: aCommand(ana).transferId }
  const twice = aDeposit(ledger, ana, 5n)
  proxy.cutNext('afterCommit')
  const outcomes = await Promise.all([repeat, twice, twice].map((command) => ledger.post(command)))
  expect(outcomes).toMatchObject([
    { transferId: earlier.transferId, replayed: true },
    { transferId: twice.transferId, replayed: false },
    { transferId: twice.transferId, replayed: true },
  ])
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(15n)
})

test('P5: an outcome that stays unknown is never reported as a failure, and the same key finds it later', async () => {
  const ana = await aUser(ledger)
  const deposit = aDeposit(ledger, ana, 10n)
  proxy.cutNext('beforeCommit', 99)
  await expect(ledger.post(deposit)).rejects.toThrow(OutcomeUnknown)
  proxy.cutNext('none', 0)
  expect(wordFor(await ledger.post(deposit))).toBe('accepted')
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(10n)
})

test('T21: a COMMIT that was answered with ROLLBACK is never acknowledged', async () => {
  let failures = 1
  const swallower: Participant<true, null, true> = {
    name: 'swallower',
    phase: 'after',
    load: async (db) => {
      failures -= 1
      if (failures >= 0) await db.query({ text: 'select 1 / 0' }).catch(() => {})
      return null
    },
    decide: () => ({ refuse: { code: 'refused', stored: false } }),
    apply: () => {},
    save: () => [],
  }
  const runs: string[] = []
  const careless = createLedger({
    pool: database.pool(),
    participants: [swallower],
    onBatch: ({ outcome }) => runs.push(outcome),
  })
  const ana = await aUser(ledger)
  await ledger.post(aDeposit(ledger, ana, 1n))
  const deposit = () => aDeposit(ledger, ana, 10n, { participants: forParticipant(swallower, true) })
  expect(wordFor(await careless.post(deposit()))).toBe('refused')
  expect(runs).toEqual(['transient', 'committed'])
  failures = 99
  await expect(careless.post(deposit())).rejects.toThrow(LedgerUnavailable)
  await careless.close()
})

test('a commit that a standby may lack is not acknowledged, and the same key finds it later', async () => {
  for (const text of [
    'create table test_warned (id int)',
    'grant insert on test_warned to app',
    `create function test_warn() returns trigger language plpgsql as
      $$ begin raise warning 'the wait for a standby was cancelled'; return null; end $$`,
    `create constraint trigger at_commit after insert on test_warned deferrable initially deferred
      for each row execute function test_warn()`,
  ])
    await database.admin.query(text)
  const warned: Participant<true, null, true> = {
    name: 'warned',
    phase: 'after',
    load: () => Promise.resolve(null),
    decide: () => ({ change: true }),
    apply: () => {},
    save: () => [{ statement: { name: 'test.warn', text: 'insert into test_warned values (1)' }, values: [] }],
  }
  const replicated = createLedger({ pool: database.pool(), participants: [warned] })
  const ana = await aUser(ledger)
  const deposit = aDeposit(ledger, ana, 10n, { participants: forParticipant(warned, true) })
  await expect(replicated.post(deposit)).rejects.toThrow(OutcomeUnknown)
  expect(await replicated.post(deposit)).toMatchObject({ accepted: true, replayed: true })
  await replicated.close()
})

const failingOnceAt = (stage: BatchPoint) => {
  let failures = 1
  return createLedger({
    pool: database.pool(),
    failpoints: {
      [stage]: async () => {
        if (failures-- > 0) throw new TypeError(`failed at ${stage}`)
      },
    },
  })
}

test.each(['batch.locked', 'batch.decided', 'batch.written'] as const)(
  'T2: our own error at %s is reported, and nothing is kept',
  async (stage) => {
    const ana = await aUser(ledger)
    const shaky = failingOnceAt(stage)
    await expect(shaky.post(aDeposit(ledger, ana, 10n))).rejects.toThrow(stage)
    expect((await ledger.balance(wallet(ana))).seq).toBe(0n)
    expect(wordFor(await shaky.post(aDeposit(ledger, ana, 10n)))).toBe('accepted')
    await shaky.close()
  },
)

test('T2: our own error after the commit is resolved by a retry, and the money moves once', async () => {
  const ana = await aUser(ledger)
  const shaky = failingOnceAt('batch.committed')
  expect(await shaky.post(aDeposit(ledger, ana, 10n))).toMatchObject({ accepted: true, replayed: false })
  expect((await ledger.balance(wallet(ana))).seq).toBe(1n)
  await shaky.close()
})
