import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHouse, floorOf, USD } from '../chart.ts'
import { emptyState, wallet, wordFor } from '../test/factories.ts'
import { createModel, steps } from '../test/model.ts'
import type { Command } from '../types.ts'
import { accountsOf, holdRefsOf } from './command.ts'
import { decideBatch } from './decide-batch.ts'
import { accountId, holdId, reversalId } from './state.ts'
import type { State } from './state.ts'

const AT = new Date('2026-11-01T00:00:00Z')

/** Loads from memory: opens unknown accounts, marks unknown holds and reversals as absent. */
const load = (state: State, command: Command) => {
  for (const { ownerId, account } of accountsOf(command)) {
    const id = accountId({ ownerId, account })
    const blank = { currency: USD, status: 'open' as const, balanceCents: 0n, heldCents: 0n, seq: 0n }
    if (!state.accounts.now.has(id))
      state.accounts.now.set(id, { ownerId, account, floorCents: floorOf(account), ...blank })
    if (!command.reverses) continue
    const { transferId } = command.reverses
    const movedCents = state.entries
      .filter((entry) => entry.transferId === transferId && accountId(entry) === id)
      .reduce((sum, entry) => sum + entry.amountCents, 0n)
    const key = reversalId({ ownerId, account, transferId })
    if (!state.reversals.now.has(key))
      state.reversals.now.set(key, { ownerId, account, transferId, movedCents, returnedCents: 0n })
  }
  for (const ref of holdRefsOf(command)) if (!state.holds.now.has(holdId(ref))) state.holds.now.set(holdId(ref), null)
}

const decideOne = (state: State, command: Command) => {
  load(state, command)
  const [settled] = decideBatch(state, [command])
  if (!settled || 'error' in settled) throw new Error('the command has no outcome', { cause: settled?.error })
  return wordFor(settled.outcome)
}

test('random histories end as the reference model says, and all entries sum to zero', () => {
  fc.assert(
    fc.property(steps(60), (history) => {
      const model = createModel(createHouse(2))
      const state = emptyState(AT)
      for (const step of history) {
        const played = model.play(step)
        if (played) expect([step, decideOne(state, played.command)]).toEqual([step, played.expected])
      }
      const standings = model.users.map((id) => state.accounts.now.get(accountId(wallet(id))))
      for (const [n, { balance, held }] of model.standings().entries()) {
        expect(standings[n]?.balanceCents ?? 0n).toBe(BigInt(balance ?? 0))
        expect(standings[n]?.heldCents ?? 0n).toBe(BigInt(held ?? 0))
      }
      expect(state.entries.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n)
    }),
    { numRuns: 1_500 },
  )
})

test('the same state and commands give the same outcomes, and deciding a refusal changes nothing', () => {
  fc.assert(
    fc.property(steps(30), (history) => {
      const model = createModel(createHouse(2))
      const commands = history.flatMap((step) => model.play(step)?.command ?? [])
      const [one, other] = [emptyState(AT), emptyState(AT)]
      for (const command of commands) {
        const before = new Map(one.accounts.now)
        const word = decideOne(one, command)
        expect(decideOne(other, command)).toBe(word)
        if (word !== 'accepted') for (const [id, account] of before) expect(one.accounts.now.get(id)).toBe(account)
      }
      expect(one.entries).toEqual(other.entries)
    }),
    { numRuns: 300 },
  )
})
