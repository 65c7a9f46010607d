import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../index.ts'
import type { Command, Ledger, Leg } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from '../test/factories.ts'

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

const post = async (command: Command) => wordFor(await ledger.post(command))

const aReversal = (original: Command, legs: Leg[], more: Partial<Command> = {}) =>
  aCommand(original.ownerId, {
    kind: 'test.reversal',
    reverses: { ownerId: original.ownerId, transferId: original.transferId },
    legs,
    ...more,
  })

test('a transfer is reversed in parts, up to its amount, and the entries name it', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger, 100n)]
  const sent = aSend(ana, ben, 60n)
  await ledger.post(sent)
  const back = (cents: bigint) => aReversal(sent, move(wallet(ben), wallet(ana), cents))
  expect(await post(back(40n))).toBe('accepted')
  expect(await post(back(21n))).toBe('reversalExceeded')
  expect(await post(back(20n))).toBe('accepted')
  expect(await post(back(1n))).toBe('reversalExceeded')
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(100n)
  expect(await ledger.movedBy(sent.transferId, [wallet(ben), wallet(await aUser(ledger, 1n)), wallet(ana)])).toEqual([
    60n,
    0n,
    -60n,
  ])
  expect(await ledger.history(wallet(ana), { limit: 1 })).toMatchObject([{ reverses: sent.transferId }])
})

test('two reversals at once do not return the money twice, in one process or in two', async () => {
  const other = createLedger({ pool: database.pool() })
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger, 500n)]
  const sent = aSend(ana, ben, 60n)
  await ledger.post(sent)
  const back = () => aReversal(sent, move(wallet(ben), wallet(ana), 60n))
  const outcomes = await Promise.all([ledger.post(back()), ledger.post(back()), other.post(back()), other.post(back())])
  expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(1)
  await other.close()
})

test('a reversal in the same direction, or of a transfer that does not exist, is refused', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger, 100n)]
  const sent = aSend(ana, ben, 10n)
  await ledger.post(sent)
  expect(await post(aReversal(sent, move(wallet(ana), wallet(ben), 10n)))).toBe('reversalExceeded')
  expect(await post(aReversal(aSend(ana, ben, 10n), move(wallet(ben), wallet(ana), 10n)))).toBe('reversalExceeded')
})

test('a reversal never takes a wallet below zero', async () => {
  const [ana, ben] = [await aUser(ledger), await aUser(ledger)]
  const deposit = aDeposit(ledger, ana, 50n)
  await ledger.post(deposit)
  await ledger.post(aSend(ana, ben, 30n))
  const back = aReversal(deposit, move(wallet(ana), ledger.house('settlement:card', ana), 50n))
  expect(await post(back)).toBe('insufficientFunds')
})

test('a chargeback of spent money becomes a receivable, and only once, whichever accounts bear it', async () => {
  const ana = await aUser(ledger)
  const deposit = aDeposit(ledger, ana, 50n)
  await ledger.post(deposit)
  await ledger.post(aSend(ana, uuidv7(), 30n))
  const settlement = ledger.house('settlement:card', ana)
  const legs = [...move(wallet(ana), settlement, 20n), ...move(ledger.house('receivable:user', ana), settlement, 30n)]
  expect(await post(aReversal(deposit, legs))).toBe('accepted')
  expect(await post(aReversal(deposit, move(ledger.house('receivable:user', ana), settlement, 1n)))).toBe(
    'reversalExceeded',
  )
})

test('a transfer can be reversed by a later command of the same batch', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const sent = aSend(ana, ben, 60n)
  const outcomes = await Promise.all([
    ledger.post(sent),
    ledger.post(aReversal(sent, move(wallet(ben), wallet(ana), 60n))),
    ledger.post(aReversal(sent, move(wallet(ben), wallet(ana), 1n))),
  ])
  expect(outcomes.map(wordFor)).toEqual(['accepted', 'accepted', 'reversalExceeded'])
})
