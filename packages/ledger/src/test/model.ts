/**
 * A reference model of the ledger: a few numbers per user. It shares no code with the ledger and predicts the outcome of
 * every step; random histories are played against both.
 */
import * as fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import type { AccountRef, Command } from '../types.ts'
import { aCommand, move, wallet } from './factories.ts'

/** `hold` and `step` count back from the latest one, so that shrinking keeps them meaningful. */
export type Step =
  | { act: 'deposit'; user: number; cents: number }
  | { act: 'send'; user: number; to: number; cents: number }
  | { act: 'hold'; user: number; cents: number }
  | { act: 'settle'; hold: number; cents: number; final: boolean }
  | { act: 'release'; hold: number; cents: number | undefined }
  | { act: 'takeBack'; step: number; cents: number }
  | { act: 'repeat'; step: number; changed: boolean }

const USERS = 3

const user = fc.nat(USERS - 1)
const cents = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100 }))
const back = fc.nat(5)

export const steps = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: fc.record({ act: fc.constant('deposit' as const), user, cents }), weight: 3 },
      { arbitrary: fc.record({ act: fc.constant('send' as const), user, to: fc.nat(USERS - 2), cents }), weight: 5 },
      { arbitrary: fc.record({ act: fc.constant('hold' as const), user, cents }), weight: 3 },
      fc.record({ act: fc.constant('settle' as const), hold: back, cents, final: fc.boolean() }),
      fc.record({ act: fc.constant('release' as const), hold: back, cents: fc.option(cents, { nil: undefined }) }),
      { arbitrary: fc.record({ act: fc.constant('takeBack' as const), step: back, cents }), weight: 2 },
      fc.record({ act: fc.constant('repeat' as const), step: back, changed: fc.boolean() }),
    ),
    { minLength: 1, maxLength },
  )

type Moved = { from: number | null; to: number; cents: number; transferId: string; left: number }
type Held = { id: string; user: number; left: number }
type Done = { command: Command; expected: string; moved: Moved | null }

/** Turns each step into a command with its expected outcome; a step that refers to nothing yields null. */
export const createModel = (house: (account: string, forOwnerId: string) => AccountRef) => {
  const users = Array.from({ length: USERS }, () => uuidv7())
  const balances = users.map(() => 0)
  const helds = users.map(() => 0)
  const holds: Held[] = []
  const done: Done[] = []
  const idOf = (n: number) => users[n] ?? ''
  const free = (n: number) => (balances[n] ?? 0) - (helds[n] ?? 0)
  const add = (list: number[], n: number, change: number) => (list[n] = (list[n] ?? 0) + change)
  const bank = (n: number) => house('settlement:card', idOf(n))
  const end = (n: number | null, other: number) => (n === null ? bank(other) : wallet(idOf(n)))

  const transfer = (from: number | null, to: number, amount: number): Done => {
    const legs = move(end(from, to), end(to, to), BigInt(amount))
    const command = aCommand(idOf(to), { legs })
    const moved = { from, to, cents: amount, transferId: command.transferId, left: amount }
    if (from !== null && free(from) < amount)
      return { command, expected: 'insufficientFunds', moved: { ...moved, left: 0 } }
    if (from !== null) add(balances, from, -amount)
    add(balances, to, amount)
    return { command, expected: 'accepted', moved }
  }

  const takeBack = (moved: Moved, amount: number): Done => {
    const { from, to, transferId } = moved
    const command = aCommand(idOf(to), {
      legs: move(end(to, to), end(from, to), BigInt(amount)),
      reverses: { ownerId: idOf(to), transferId },
    })
    if (amount > moved.left) return { command, expected: 'reversalExceeded', moved: null }
    if (free(to) < amount) return { command, expected: 'insufficientFunds', moved: null }
    moved.left -= amount
    add(balances, to, -amount)
    if (from !== null) add(balances, from, amount)
    return { command, expected: 'accepted', moved: null }
  }

  const hold = (n: number, amount: number): Done => {
    const holdId = uuidv7()
    const command = aCommand(idOf(n), {
      holds: [{ op: 'place', holdId, ...wallet(idOf(n)), amountCents: BigInt(amount), purpose: 'test' }],
    })
    const isCovered = free(n) >= amount
    holds.push({ id: holdId, user: n, left: isCovered ? amount : 0 })
    if (isCovered) add(helds, n, amount)
    return { command, expected: isCovered ? 'accepted' : 'insufficientFunds', moved: null }
  }

  const endHold = (held: Held, asked: number | undefined, pays: boolean, final: boolean): Done => {
    const ref = { holdId: held.id, ownerId: idOf(held.user) }
    const amount = asked ?? held.left
    const command = pays
      ? aCommand(ref.ownerId, {
          holds: [{ op: 'settle', ...ref, amountCents: BigInt(amount), final }],
          legs: move(wallet(ref.ownerId), house('clearing:ach', ref.ownerId), BigInt(amount)),
        })
      : aCommand(ref.ownerId, {
          holds: [{ op: 'release', ...ref, ...(asked === undefined ? {} : { amountCents: BigInt(asked) }) }],
        })
    if (held.left === 0) return { command, expected: 'holdNotOpen', moved: null }
    if (amount > held.left) return { command, expected: 'holdExceeded', moved: null }
    const freed = pays && final ? held.left : amount
    held.left -= freed
    add(helds, held.user, -freed)
    if (pays) add(balances, held.user, -amount)
    return { command, expected: 'accepted', moved: null }
  }

  const play = (step: Step): Done | null => {
    switch (step.act) {
      case 'deposit':
        return transfer(null, step.user, step.cents)
      case 'send':
        return transfer(step.user, (step.user + 1 + step.to) % USERS, step.cents)
      case 'hold':
        return hold(step.user, step.cents)
      case 'settle':
      case 'release': {
        const held = holds.at(-1 - step.hold)
        if (!held) return null
        return step.act === 'settle'
          ? endHold(held, step.cents, true, step.final)
          : endHold(held, step.cents, false, false)
      }
      case 'takeBack': {
        const moved = done.filter((one) => one.moved).at(-1 - step.step)?.moved
        return moved ? takeBack(moved, step.cents) : null
      }
      case 'repeat': {
        const first = done.at(-1 - step.step)
        if (!first) return null
        const command = step.changed ? { ...first.command, requestHash: 'changed' } : first.command
        return { command, expected: step.changed ? 'idempotencyConflict' : first.expected, moved: null }
      }
    }
  }

  return {
    users,
    /** In cents: what each user owns and how much of it is held. */
    standings: () => users.map((_, n) => ({ balance: balances[n], held: helds[n] })),
    play: (step: Step): { command: Command; expected: string } | null => {
      const one = play(step)
      if (one && step.act !== 'repeat') done.push(one)
      return one
    },
  }
}
