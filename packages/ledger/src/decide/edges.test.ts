/** Boundary cases, where a single comparison makes the difference. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, emptyState, move, wallet, wordFor } from '../test/factories.ts'
import type { Command, Hold } from '../types.ts'
import { checkCommand } from './command.ts'
import { decideBatch } from './decide-batch.ts'
import { accountId, holdId, reversalId, rows } from './state.ts'
import type { Account, State } from './state.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

const at = new Date('2026-11-21T12:00:00Z')

const anAccount = (ownerId: string, more: Partial<Account> = {}): Account => ({
  ...wallet(ownerId),
  currency: 'USD',
  status: 'open',
  floorCents: 0n,
  balanceCents: 100n,
  heldCents: 0n,
  seq: 1n,
  ...more,
})

const aHold = (ownerId: string, more: Partial<Hold> = {}): Hold => ({
  ownerId,
  holdId: uuidv7(),
  account: 'wallet',
  amountCents: 10n,
  settledCents: 0n,
  releasedCents: 0n,
  state: 'open',
  purpose: 'test',
  expiresAt: at,
  ...more,
})

const stateOf = (
  accounts: Account[],
  holds: (Hold | { ownerId: string; holdId: string; absent: true })[] = [],
): State => ({
  ...emptyState(at),
  accounts: rows(new Map(accounts.map((account) => [accountId(account), account]))),
  holds: rows(new Map(holds.map((hold) => [holdId(hold), 'absent' in hold ? null : hold]))),
})

const wordsOf = (state: State, ...commands: Command[]): string[] =>
  decideBatch(state, commands).map((one) => ('outcome' in one ? wordFor(one.outcome) : String(one.error)))

test('a balance can be spent to the last cent, and not one further', () => {
  const [ana, ben] = [uuidv7(), uuidv7()]
  const send = (cents: bigint) => aCommand(ana, { legs: move(wallet(ana), wallet(ben), cents) })
  const state = () => stateOf([anAccount(ana), anAccount(ben)])
  expect(wordsOf(state(), send(100n))).toEqual(['accepted'])
  expect(wordsOf(state(), send(101n))).toEqual(['insufficientFunds'])
})

test('a hold expires at its exact time, and not a millisecond earlier', () => {
  const ana = uuidv7()
  const expire = (expiresAt: Date) => {
    const hold = aHold(ana, { expiresAt })
    const state = stateOf([anAccount(ana, { heldCents: 10n })], [hold])
    return wordsOf(state, aCommand(ana, { holds: [{ op: 'expire', ownerId: ana, holdId: hold.holdId }] }))
  }
  expect(expire(at)).toEqual(['accepted'])
  expect(expire(new Date(at.getTime() + 1))).toEqual(['holdNotExpired'])
})

test('a hold id is placed once, within a command, within a batch and against what is stored', () => {
  const ana = uuidv7()
  const place = { op: 'place' as const, holdId: uuidv7(), ...wallet(ana), amountCents: 1n, purpose: 'test' }
  const free = { ownerId: ana, holdId: place.holdId, absent: true } as const
  const once = () => aCommand(ana, { holds: [place] })
  expect(wordsOf(stateOf([anAccount(ana)], [free]), aCommand(ana, { holds: [place, place] }))).toEqual(['holdExists'])
  expect(wordsOf(stateOf([anAccount(ana)], [free]), once(), once())).toEqual(['accepted', 'holdExists'])
  expect(wordsOf(stateOf([anAccount(ana)], [aHold(ana, { holdId: place.holdId })]), once())).toEqual(['holdExists'])
})

test.each(['frozen', 'closed'] as const)('nothing is held in or posted to a %s account', (status) => {
  const [ana, ben] = [uuidv7(), uuidv7()]
  const hold = { op: 'place' as const, holdId: uuidv7(), ...wallet(ana), amountCents: 1n, purpose: 'test' }
  const state = stateOf([anAccount(ana, { status }), anAccount(ben)], [{ ...hold, absent: true }])
  const words = wordsOf(
    state,
    aCommand(ana, { holds: [hold] }),
    aCommand(ana, { legs: move(wallet(ana), wallet(ben), 1n) }),
    aCommand(ben, { legs: move(wallet(ben), wallet(ana), 1n) }),
  )
  expect(words).toEqual(['accountClosed', 'accountClosed', 'accountClosed'])
})

test('legs and holds made by a function obey the same rules as those that are given', () => {
  const [ana, ben] = [uuidv7(), uuidv7()]
  const free = { ownerId: ana, holdId: uuidv7(), absent: true } as const
  const state = () => stateOf([anAccount(ana), anAccount(ben)], [free])
  const nothing = { op: 'place' as const, holdId: free.holdId, ...wallet(ana), amountCents: 0n, purpose: 'test' }
  expect(wordsOf(state(), aCommand(ana, { legs: () => move(wallet(ana), wallet(ben), 0n) }))[0]).toContain('amount')
  expect(wordsOf(state(), aCommand(ana, { holds: () => [nothing] }))[0]).toContain('amount')
  const lopsided = () => [
    { ...wallet(ana), amountCents: -2n },
    { ...wallet(ben), amountCents: 1n },
  ]
  expect(wordsOf(state(), aCommand(ana, { legs: lopsided }))[0]).toContain('sum to')
})

test('a reversal is capped in every account it debits, not only in the first', () => {
  const [ana, ben, eva] = [uuidv7(), uuidv7(), uuidv7()]
  const transferId = uuidv7()
  const state = (takenFromEva: bigint): State => {
    const moved = [
      { ...wallet(ana), transferId, movedCents: -30n, returnedCents: 0n },
      { ...wallet(ben), transferId, movedCents: 20n, returnedCents: 0n },
      { ...wallet(eva), transferId, movedCents: 10n, returnedCents: -takenFromEva },
    ]
    return {
      ...stateOf([anAccount(ana), anAccount(ben), anAccount(eva)]),
      reversals: rows(new Map(moved.map((one) => [reversalId(one), one]))),
    }
  }
  const legs = [...move(wallet(ben), wallet(ana), 20n), ...move(wallet(eva), wallet(ana), 10n)]
  const takeBack = aCommand(ana, { reverses: { ownerId: ana, transferId }, legs })
  expect(wordsOf(state(0n), takeBack)).toEqual(['accepted'])
  expect(wordsOf(state(1n), takeBack)).toEqual(['reversalExceeded'])
})

test('the largest amount is ten trillion dollars, and the smallest one cent', () => {
  const [ana, ben] = [uuidv7(), uuidv7()]
  const check = (cents: bigint) => () =>
    checkCommand(aCommand(ana, { legs: move(wallet(ana), wallet(ben), cents) }), new Set())
  expect(check(1_000_000_000_000_000n)).not.toThrow()
  expect(check(1_000_000_000_000_001n)).toThrow('amount')
  const hold = (amountCents: bigint) => () =>
    checkCommand(
      aCommand(ana, { holds: [{ op: 'place', holdId: uuidv7(), ...wallet(ana), amountCents, purpose: 'test' }] }),
      new Set(),
    )
  expect(hold(1n)).not.toThrow()
  expect(hold(0n)).toThrow('amount')
  expect(hold(-1n)).toThrow('amount')
})

test('a posting has two legs or more: one leg is a defect of the caller, and so is a reversal of itself', () => {
  const ana = uuidv7()
  const check = (command: Command) => () => checkCommand(command, new Set())
  expect(check(aCommand(ana, { legs: [{ ...wallet(ana), amountCents: 1n }] }))).toThrow('two legs')
  const { transferId } = aCommand(ana)
  expect(check(aCommand(ana, { transferId, reverses: { ownerId: ana, transferId } }))).toThrow('reverse itself')
})
