import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, InvalidCommand, LedgerBusy, LedgerUnavailable, MoneyFrozen } from './index.ts'
import type { BatchRun, Ledger } from './index.ts'
import { setAccountStatus } from './test/account-status.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from './test/factories.ts'
import { testOnOne } from './test/topology.ts'

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool() })
})

afterAll(async () => {
  expect((await ledger.check()).violations).toEqual([])
  await ledger.close()
  await database.stop()
})

test('a posting debits one account and credits the other by the same amount', async () => {
  const [ana, ben] = [await aUser(ledger, 1_000n), uuidv7()]
  expect(wordFor(await ledger.post(aSend(ana, ben, 300n)))).toBe('accepted')
  expect(await ledger.balance(wallet(ana))).toEqual({
    balanceCents: 700n,
    heldCents: 0n,
    availableCents: 700n,
    seq: 2n,
  })
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(300n)
})

test('an account never used has a balance of zero and no history', async () => {
  const unused = uuidv7()
  expect(await ledger.balance(wallet(unused))).toEqual({ balanceCents: 0n, heldCents: 0n, availableCents: 0n, seq: 0n })
  expect(await ledger.history(wallet(unused), { limit: 20 })).toEqual([])
})

test('balances of many accounts come in the order given, zero for one never used', async () => {
  const [ana, ben, unused] = [await aUser(ledger, 700n), await aUser(ledger, 300n), uuidv7()]
  const refs = [wallet(ben), wallet(unused), wallet(ana), wallet(ben)]
  const balances = await ledger.balancesOf(refs)
  expect(balances.map(({ balanceCents }) => balanceCents)).toEqual([300n, 0n, 700n, 300n])
  expect(await ledger.balancesOf([])).toEqual([])
})

test('the first credit opens the account', async () => {
  const ana = await aUser(ledger, 5n)
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 5n, seq: 1n })
})

test('a debit beyond what is available is refused and moves nothing', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  expect(await ledger.post(aSend(ana, ben, 101n))).toEqual({
    accepted: false,
    refusal: { code: 'insufficientFunds', details: { ownerId: ana, account: 'wallet' } },
    replayed: false,
  })
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(100n)
  expect((await ledger.balance(wallet(ben))).seq).toBe(0n)
})

test('two first postings to an account never used cannot overdraw it', async () => {
  const [ana, ben] = [uuidv7(), uuidv7()]
  const outcomes = await Promise.all([ledger.post(aSend(ana, ben, 1n)), ledger.post(aSend(ana, ben, 1n))])
  expect(outcomes.map(wordFor)).toEqual(['insufficientFunds', 'insufficientFunds'])
})

test('a refused command leaves its neighbours in the batch alone', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const amounts = [40n, 500n, 60n, 1n]
  const outcomes = await Promise.all(amounts.map((cents) => ledger.post(aSend(ana, ben, cents))))
  expect(outcomes.map(wordFor)).toEqual(['accepted', 'insufficientFunds', 'accepted', 'insufficientFunds'])
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(100n)
})

test('a fee is further legs of the same transfer, all or nothing', async () => {
  const [ana, ben] = [await aUser(ledger, 1_000n), await aUser(ledger)]
  const fees = ledger.house('income:fees', ana)
  const legs = [...move(wallet(ana), wallet(ben), 900n), ...move(wallet(ana), fees, 100n)]
  const sent = aCommand(ana, { legs })
  expect(wordFor(await ledger.post(sent))).toBe('accepted')
  const history = await ledger.history(wallet(ana), { limit: 2 })
  expect(history).toMatchObject([
    { seq: 3n, amountCents: -100n, balanceAfterCents: 0n, counter: fees, transferId: sent.transferId },
    { seq: 2n, amountCents: -900n, balanceAfterCents: 100n, counter: wallet(ben), transferId: sent.transferId },
  ])
  expect(wordFor(await ledger.post(aCommand(ana, { legs })))).toBe('insufficientFunds')
})

test('history is read newest first, page after page, without gaps', async () => {
  const ana = await aUser(ledger)
  await Promise.all(Array.from({ length: 7 }, (_, n) => ledger.post(aDeposit(ledger, ana, BigInt(n + 1)))))
  const first = await ledger.history(wallet(ana), { limit: 4 })
  const rest = await ledger.history(wallet(ana), { limit: 4, before: first.at(-1)!.seq })
  expect([...first, ...rest].map(({ seq }) => seq)).toEqual([7n, 6n, 5n, 4n, 3n, 2n, 1n])
  expect(first[0]!.balanceAfterCents).toBe(28n)
})

test('a function that makes the legs sees the balance under the lock', async () => {
  const [ana, ben] = [await aUser(ledger, 777n), await aUser(ledger)]
  const outcome = await ledger.post(
    aCommand(ana, {
      locks: [wallet(ben)],
      legs: ({ balanceOf }) => move(wallet(ana), wallet(ben), balanceOf(wallet(ana)).availableCents),
      answer: ({ balanceOf }) => ({ left: Number(balanceOf(wallet(ana)).balanceCents) }),
    }),
  )
  expect(outcome).toMatchObject({ accepted: true, answer: { left: 0 } })
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(777n)
})

test('legs that do not sum to zero, are zero or stand alone are a defect of the caller', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const wrong = [
    [
      { ...wallet(ana), amountCents: -10n },
      { ...wallet(ben), amountCents: 9n },
    ],
    move(wallet(ana), wallet(ben), 0n),
    [{ ...wallet(ana), amountCents: -1n }],
    move(wallet(ana), { ownerId: ben, account: 'pocket' }, 1n),
  ]
  for (const legs of wrong) await expect(ledger.post(aCommand(ana, { legs }))).rejects.toThrow(InvalidCommand)
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(100n)
})

test('a function that makes the legs cannot post to an account that the command did not declare', async () => {
  const ana = await aUser(ledger, 100n)
  const legs = () => move(wallet(ana), wallet(uuidv7()), 1n)
  await expect(ledger.post(aCommand(ana, { legs }))).rejects.toThrow(InvalidCommand)
})

test('an account may be opened with a higher floor than the chart gives it, never with a lower one', async () => {
  const ana = await aUser(ledger, 100n)
  const budget = { ownerId: uuidv7(), account: 'expense:rewards' }
  const reward = (floorCents: bigint | null) =>
    aCommand(ana, { accounts: [{ ...budget, floorCents }], legs: move(budget, wallet(ana), 30n) })
  expect(wordFor(await ledger.post(reward(-50n)))).toBe('accepted')
  expect(wordFor(await ledger.post(reward(null)))).toBe('insufficientFunds')
  const lower = aCommand(ana, { accounts: [{ ...wallet(ana), floorCents: null }] })
  await expect(ledger.post(lower)).rejects.toThrow(InvalidCommand)
})

test('a frozen account takes no debit and no credit until it is open again', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger, 100n)]
  await setAccountStatus(database.admin, wallet(ana), 'frozen')
  expect(wordFor(await ledger.post(aSend(ana, ben, 1n)))).toBe('accountClosed')
  expect(wordFor(await ledger.post(aSend(ben, ana, 1n)))).toBe('accountClosed')
  await setAccountStatus(database.admin, wallet(ana), 'open')
  expect(wordFor(await ledger.post(aSend(ana, ben, 1n)))).toBe('accepted')
})

test('P17: while money is frozen nothing new is posted or stored, and repeats are still answered', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const done = aSend(ana, ben, 10n)
  await ledger.post(done)
  await ledger.freeze('an invariant is broken')
  const refused = aSend(ana, ben, 10n)
  await expect(ledger.post(refused)).rejects.toBeInstanceOf(MoneyFrozen)
  await expect(ledger.requireNotFrozen()).rejects.toBeInstanceOf(MoneyFrozen)
  expect(await ledger.post(done)).toMatchObject({ accepted: true, replayed: true })
  await database.admin.query('update money_frozen set frozen = false, reason = null')
  await ledger.requireNotFrozen()
  expect(wordFor(await ledger.post(refused))).toBe('accepted')
})

test('the batch carries the time of the database, moved by the injected clock', async () => {
  const yearMs = 365 * 86_400_000
  const later = createLedger({ pool: database.pool(), clock: { offsetMs: () => yearMs } })
  const ana = await aUser(ledger)
  const outcome = await later.post(aDeposit(later, ana, 1n))
  await later.close()
  const { rows } = await database.admin.query<{ now: Date }>('select clock_timestamp() as now')
  expect(outcome.accepted && Math.abs(outcome.at.getTime() - yearMs - rows[0]!.now.getTime())).toBeLessThan(60_000)
})

test('a full queue refuses at once, and what was taken is still posted', async () => {
  const small = createLedger({ pool: database.pool(), queueLimit: 3 })
  const ana = uuidv7()
  const posts = Array.from({ length: 5 }, () => small.post(aDeposit(small, ana, 1n)))
  const results = await Promise.allSettled(posts)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await expect(posts[4]).rejects.toThrow(LedgerBusy)
  await small.close()
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(3n)
})

testOnOne('a batch that hangs does not delay others, once enough commands wait', async () => {
  let goOn = () => {}
  const door = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isFirst = true
  const held = createLedger({
    pool: database.pool(),
    failpoints: {
      'batch.locked': async () => {
        if (!isFirst) return
        isFirst = false
        await door
      },
    },
  })
  const [ana, ben] = [uuidv7(), uuidv7()]
  const first = held.post(aDeposit(held, ana, 1n))
  await expect.poll(() => isFirst).toBe(false)
  // They need no row that the first one has locked.
  const others = Array.from({ length: 50 }, () => held.post(aCommand(ben, { answer: () => 'done' })))
  expect((await Promise.all(others)).map(wordFor)).toEqual(others.map(() => 'accepted'))
  expect((await ledger.balance(wallet(ana))).seq).toBe(0n)
  goOn()
  expect(wordFor(await first)).toBe('accepted')
  await held.close()
})

test('metrics get every run of a batch, and their failure changes nothing', async () => {
  const runs: BatchRun[] = []
  const measured = createLedger({
    pool: database.pool(),
    onBatch: (run) => {
      runs.push(run)
      throw new Error('no metrics today')
    },
  })
  const ana = uuidv7()
  const outcomes = await Promise.all([1n, 2n].map((cents) => measured.post(aDeposit(measured, ana, cents))))
  expect(outcomes.map(({ accepted, replayed }) => accepted && !replayed)).toEqual([true, true])
  expect(runs).toMatchObject([{ size: 2, outcome: 'committed' }])
  await measured.close()
})

test('P15: a command whose deadline passes behind a batch that hangs is refused, and nothing of it is done', async () => {
  const stuck = createLedger({ pool: database.pool(), connections: 1 })
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const other = await database.admin.connect()
  await other.query('begin')
  await other.query('select from accounts where owner_id = $1 for update', [ana])
  const first = stuck.post(aSend(ana, ben, 10n))
  await Promise.resolve()
  await expect(stuck.post(aDeposit(stuck, ben, 1n, { deadlineMs: 50 }))).rejects.toThrow(LedgerBusy)
  await other.query('rollback')
  other.release()
  expect(wordFor(await first)).toBe('accepted')
  await stuck.close()
  expect(await ledger.balance(wallet(ben))).toMatchObject({ balanceCents: 10n, seq: 1n })
})

test('closing answers the commands that were taken and takes no more', async () => {
  const closing = createLedger({ pool: database.pool(), batchLimit: 2 })
  const ana = uuidv7()
  const posts = Array.from({ length: 9 }, () => closing.post(aDeposit(closing, ana, 1n)))
  await closing.close()
  await expect(closing.post(aDeposit(closing, ana, 1n))).rejects.toThrow(LedgerUnavailable)
  expect((await Promise.all(posts)).map(wordFor)).toEqual(Array.from({ length: 9 }, () => 'accepted'))
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(9n)
})
