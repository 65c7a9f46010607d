import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from './index.ts'
import type { Ledger, Log } from './index.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from './test/factories.ts'

let database: TestDatabase
let ledgers: Ledger[]
const warnings: unknown[] = []
const log: Log = {
  warn: (fields) => warnings.push(fields['err']),
  error: (fields) => warnings.push(fields['err']),
}

beforeAll(async () => {
  database = await testDatabase()
  ledgers = Array.from({ length: 2 }, () =>
    // How quickly a busy machine refuses is not tested here.
    createLedger({
      pool: database.pool(),
      batchLimit: 32,
      houseStripes: 2,
      waitLimitMs: 60_000,
      deadlineMs: 60_000,
      log,
    }),
  )
})

afterAll(async () => {
  const [ledger] = ledgers
  expect((await ledger!.check()).violations).toEqual([])
  await Promise.all(ledgers.map((one) => one.close()))
  await database.stop()
})

const any = (n: number) => ledgers[n % ledgers.length]!

const times = async <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

test('T1: of 100 parallel spends of one balance exactly as many succeed as it covers', async () => {
  const [ana, ben] = [await aUser(any(0), 1_030n), await aUser(any(0))]
  const outcomes = await times(100, (n) => any(n).post(aSend(ana, ben, 50n)))
  expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(20)
  expect((await any(0).balance(wallet(ana))).balanceCents).toBe(30n)
  expect((await any(1).balance(wallet(ben))).balanceCents).toBe(1_000n)
})

test('P4: overlapping batches of one process never both spend the same money, nor post one key twice', async () => {
  const users = await times(150, () => aUser(any(0), 15n))
  const at = (n: number) => users[n % 150]!
  // Each user can send 10 once before the neighbour's money arrives; each send is posted twice, far apart.
  const sends = Array.from({ length: 300 }, (_, n) => aSend(at(n), at(n + 1), 10n))
  const outcomes = await times(600, (n) => any(0).post(sends[n % 300]!))
  expect(outcomes.slice(300).map(wordFor)).toEqual(outcomes.slice(0, 300).map(wordFor))
  const accepted = outcomes.filter((one) => one.accepted && !one.replayed)
  expect(new Set(accepted.map((one) => one.accepted && one.transferId)).size).toBe(accepted.length)
  const balances = await times(150, (n) => any(0).balance(wallet(at(n))))
  expect(balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)).toBe(2_250n)
  expect(balances.every(({ balanceCents }) => balanceCents >= 0n)).toBe(true)
  expect(warnings).toEqual([])
})

test('P4: 64 clients on two processes spend four wallets against each other, and no wallet falls below zero', async () => {
  const users = await times(4, () => aUser(any(0), 200n))
  const words = await times(64, async (client) => {
    const heard: string[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const [from, to] = [users[(client + turn) % 4]!, users[(client + turn + 1 + (turn % 3)) % 4]!]
      const cents = BigInt(1 + ((client * 7 + turn * 13) % 90))
      heard.push(wordFor(await any(client + turn).post(aSend(from, to, cents))))
    }
    return heard
  })
  expect(new Set(words.flat())).toEqual(new Set(['accepted', 'insufficientFunds']))
  const balances = await times(4, (n) => any(n).balance(wallet(users[n]!)))
  expect(balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)).toBe(800n)
  expect(balances.every(({ balanceCents }) => balanceCents >= 0n)).toBe(true)
})

test('accounts that changed while their locks were awaited are locked all the same', async () => {
  const users = await times(6, () => aUser(any(0), 1_000n))
  const together = (ledger: Ledger) =>
    ledger.post(
      aCommand(users[0]!, { legs: users.flatMap((user, n) => move(wallet(user), wallet(users[(n + 1) % 6]!), 1n)) }),
    )
  for (let round = 0; round < 10; round += 1) {
    const outcomes = await times(8, (n) => together(any(n)))
    expect(outcomes.map(wordFor)).toEqual(outcomes.map(() => 'accepted'))
  }
})

test('cycles of sends in all directions over two processes never deadlock', async () => {
  const users = await times(6, () => aUser(any(0), 10_000n))
  await times(300, (n) => {
    const [from, to] = [users[n % 6]!, users[(n + 1 + (n % 5)) % 6]!]
    return any(n).post(n % 2 ? aSend(from, to, 1n) : aSend(to, from, 1n))
  })
  expect(warnings).toEqual([])
})

test('accounts first used by two processes at the same moment are opened once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const users = await times(5, () => aUser(any(0)))
    await times(20, (n) => any(n).post(aDeposit(any(n), users[n % 5]!, 1n)))
    const balances = await times(5, (n) => any(n).balance(wallet(users[n]!)))
    expect(balances.map(({ balanceCents, seq }) => [balanceCents, seq])).toEqual(users.map(() => [4n, 4n]))
  }
  expect(warnings).toEqual([])
})

test('what one process holds, the other cannot spend', async () => {
  const [ana, ben] = [await aUser(any(0), 100n), await aUser(any(0))]
  const outcomes = await times(40, (n) =>
    any(n).post(
      n % 4 < 2
        ? aSend(ana, ben, 10n)
        : aCommand(ana, {
            holds: [
              { op: 'place', holdId: aCommand(ana).transferId, ...wallet(ana), amountCents: 10n, purpose: 'test' },
            ],
          }),
    ),
  )
  expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(10)
  expect((await any(0).balance(wallet(ana))).availableCents).toBe(0n)
})

test('a history read page by page while others write misses and repeats nothing', async () => {
  const ana = await aUser(any(0))
  const writing = times(200, (n) => any(n).post(aDeposit(any(n), ana, 1n)))
  await any(0).post(aCommand(ana, { legs: move(any(0).house('settlement:card', ana), wallet(ana), 1n) }))
  const seen: bigint[] = []
  for (let before: bigint | undefined; ; before = seen.at(-1)) {
    const page = await any(0).history(wallet(ana), before === undefined ? { limit: 7 } : { before, limit: 7 })
    if (page.length === 0) break
    seen.push(...page.map(({ seq }) => seq))
  }
  expect(seen).toEqual(seen.map((_, n) => seen[0]! - BigInt(n)))
  expect(seen.at(-1)).toBe(1n)
  await writing
})
