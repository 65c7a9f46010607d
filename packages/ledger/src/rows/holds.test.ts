import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../index.ts'
import type { Command, HoldOp, Ledger } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from '../test/factories.ts'

let database: TestDatabase
let ledger: Ledger
let offsetMs = 0

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool(), clock: { offsetMs: () => offsetMs } })
})

afterAll(async () => {
  expect((await ledger.check()).violations).toEqual([])
  await ledger.close()
  await database.stop()
})

const aHold = (ownerId: string, amountCents: bigint, more: { expiresAt?: Date } = {}) => ({
  op: 'place' as const,
  holdId: uuidv7(),
  ...wallet(ownerId),
  amountCents,
  purpose: 'withdrawal.ach',
  ...more,
})

const holdCommand = (ownerId: string, op: HoldOp, more: Partial<Command> = {}) =>
  aCommand(ownerId, { holds: [op], ...more })

const post = async (command: Command) => wordFor(await ledger.post(command))

const settleTo = (ownerId: string, holdId: string, amountCents: bigint, final = false) =>
  holdCommand(
    ownerId,
    { op: 'settle', holdId, ownerId, amountCents, final },
    { legs: move(wallet(ownerId), ledger.house('clearing:ach', ownerId), amountCents) },
  )

const release = (ownerId: string, holdId: string, amountCents?: bigint) =>
  holdCommand(ownerId, { op: 'release', holdId, ownerId, amountCents })

test('what is held stays in the balance and cannot be spent', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  expect(await post(holdCommand(ana, aHold(ana, 70n)))).toBe('accepted')
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 100n, heldCents: 70n, availableCents: 30n })
  expect(await post(aSend(ana, ben, 31n))).toBe('insufficientFunds')
  expect(await post(aSend(ana, ben, 30n))).toBe('accepted')
})

test('a hold under the own transfer id need not be declared, and is not placed when another key took that id', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const holds = (command: Command, holdId = command.transferId): Command => ({
    ...command,
    holds: () => [{ ...aHold(ana, 40n), holdId }],
  })
  const first = holds(aCommand(ana))
  expect(await post(first)).toBe('accepted')
  const others = [aSend(ana, ben, 1n), aSend(ana, ben, 2n)]
  const again = ledger.post(holds(aCommand(ana, { transferId: first.transferId }))).catch((error: unknown) => error)
  // The commands of the same batch are not harmed.
  expect((await Promise.all(others.map((one) => ledger.post(one)))).map(wordFor)).toEqual(['accepted', 'accepted'])
  expect(await again).toBeInstanceOf(Error)
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 97n, heldCents: 40n })
  await expect(ledger.post(holds(aCommand(ana), uuidv7()))).rejects.toThrow('is not among those the command declares')
})

test('no more can be held than is available', async () => {
  const ana = await aUser(ledger, 100n)
  expect(await post(holdCommand(ana, aHold(ana, 60n)))).toBe('accepted')
  expect(await post(holdCommand(ana, aHold(ana, 41n)))).toBe('insufficientFunds')
})

test('a hold is settled in parts, at most up to its amount', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 80n)
  await ledger.post(holdCommand(ana, hold))
  expect(await post(settleTo(ana, hold.holdId, 50n))).toBe('accepted')
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 50n, heldCents: 30n })
  expect(await post(settleTo(ana, hold.holdId, 31n))).toBe('holdExceeded')
  expect(await post(settleTo(ana, hold.holdId, 30n))).toBe('accepted')
  expect(await post(settleTo(ana, hold.holdId, 1n))).toBe('holdNotOpen')
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 20n, heldCents: 0n })
})

test('a final settlement frees what is left', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 80n)
  await ledger.post(holdCommand(ana, hold))
  expect(await post(settleTo(ana, hold.holdId, 50n, true))).toBe('accepted')
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 50n, heldCents: 0n })
  expect(await post(release(ana, hold.holdId))).toBe('holdNotOpen')
})

test('a hold is released in parts or whole, and only once', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 80n)
  await ledger.post(holdCommand(ana, hold))
  expect(await post(release(ana, hold.holdId, 30n))).toBe('accepted')
  expect(await post(release(ana, hold.holdId))).toBe('accepted')
  expect(await post(release(ana, hold.holdId))).toBe('holdNotOpen')
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 100n, heldCents: 0n })
})

test('releasing and settling the same hold at once lets exactly one through', async () => {
  const ana = await aUser(ledger, 100n)
  const other = createLedger({ pool: database.pool() })
  for (let round = 0; round < 10; round += 1) {
    const hold = aHold(ana, 10n)
    await ledger.post(holdCommand(ana, hold))
    const settling = settleTo(ana, hold.holdId, 10n)
    const outcomes = await Promise.all([ledger.post(settling), other.post(release(ana, hold.holdId))])
    expect(outcomes.map(wordFor).toSorted()).toEqual(['accepted', 'holdNotOpen'])
    if (outcomes[0].accepted) await ledger.post(aDeposit(ledger, ana, 10n))
  }
  await other.close()
})

test('a hold expires no earlier than its time, and stays open until it is expired', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 80n, { expiresAt: new Date(Date.now() + 3_600_000) })
  await ledger.post(holdCommand(ana, hold))
  const expire = () => holdCommand(ana, { op: 'expire', holdId: hold.holdId, ownerId: ana })
  expect(await post(expire())).toBe('holdNotExpired')
  offsetMs = 7_200_000
  expect((await ledger.balance(wallet(ana))).heldCents).toBe(80n)
  expect(await post(expire())).toBe('accepted')
  expect(await post(settleTo(ana, hold.holdId, 80n))).toBe('holdNotOpen')
  offsetMs = 0
})

test('a hold that was never placed cannot be settled, and an id is placed once', async () => {
  const ana = await aUser(ledger, 100n)
  expect(await post(release(ana, uuidv7()))).toBe('holdNotOpen')
  const hold = aHold(ana, 10n)
  expect(await post(holdCommand(ana, hold))).toBe('accepted')
  expect(await post(holdCommand(ana, hold))).toBe('holdExists')
})

test('settling frees before it debits, so the whole balance can be held and paid out', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 100n)
  await ledger.post(holdCommand(ana, hold))
  expect(await post(settleTo(ana, hold.holdId, 100n))).toBe('accepted')
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(0n)
})

test('a hold placed by a command in the same batch is known to the next one', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 100n)
  const outcomes = await Promise.all([
    ledger.post(holdCommand(ana, hold)),
    ledger.post(release(ana, hold.holdId, 40n)),
    ledger.post(settleTo(ana, hold.holdId, 60n)),
  ])
  expect(outcomes.map(wordFor)).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 40n, heldCents: 0n })
})

test('the hold of another user cannot be used', async () => {
  const [ana, eve] = [await aUser(ledger, 100n), await aUser(ledger)]
  const hold = aHold(ana, 50n)
  await ledger.post(holdCommand(ana, hold))
  expect(await post(release(eve, hold.holdId))).toBe('holdNotOpen')
})

test('a function that makes the holds sees what is left of a hold that the command declares', async () => {
  const ana = await aUser(ledger, 100n)
  const hold = aHold(ana, 50n)
  await ledger.post(holdCommand(ana, hold))
  const ref = { ownerId: ana, holdId: hold.holdId }
  const outcome = await ledger.post(
    aCommand(ana, {
      holdRefs: [ref],
      holds: ({ holdOf }) => [{ op: 'release', ...ref, amountCents: (holdOf(ref)?.amountCents ?? 0n) - 20n }],
      answer: ({ holdOf }) => holdOf(ref)?.state ?? null,
    }),
  )
  expect(outcome).toMatchObject({ accepted: true, answer: 'open' })
  expect((await ledger.balance(wallet(ana))).heldCents).toBe(20n)
})
