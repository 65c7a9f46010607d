import { expect, test } from 'vitest'
import { canPayoutAdvance, isPayoutFinal, PAYOUT_MOVES } from './payout-states.ts'
import type { PayoutRailName } from '#providers/payout-port.ts'
import type { PayoutState } from './payout-states.ts'

const states = Object.keys(PAYOUT_MOVES.paypal) as PayoutState[]
const TOLD = ['submitted', 'onHold', 'blocked', 'settled', 'failed', 'returned']
const EXPECTED: Record<PayoutRailName, Partial<Record<PayoutState, string[]>>> = {
  bank: {
    held: ['queued', 'cancelled'],
    queued: ['submitting', ...TOLD],
    submitting: ['queued', 'submitUnknown', ...TOLD],
    submitUnknown: ['queued', ...TOLD],
    submitted: ['onHold', 'blocked', 'settled', 'failed', 'returned'],
    onHold: ['submitted', 'blocked', 'settled', 'failed', 'returned'],
    blocked: ['settled', 'cancelled', 'returnBlocked'],
    settled: ['returned', 'returnBlocked'],
  },
  paypal: {
    held: ['queued', 'cancelled'],
    queued: ['submitting', ...TOLD, 'unclaimed'],
    submitting: ['queued', 'submitUnknown', ...TOLD, 'unclaimed'],
    submitUnknown: ['queued', ...TOLD, 'unclaimed'],
    submitted: ['onHold', 'blocked', 'settled', 'failed', 'returned', 'unclaimed'],
    unclaimed: ['onHold', 'blocked', 'settled', 'failed', 'returned'],
    onHold: ['submitted', 'blocked', 'settled', 'failed', 'returned', 'unclaimed'],
    blocked: ['settled', 'cancelled', 'returnBlocked'],
    settled: ['returned', 'returnBlocked'],
  },
}

test('money that goes out makes exactly the moves of its rail; every other pair of states is refused', () => {
  for (const rail of ['bank', 'paypal'] as const)
    for (const from of states)
      for (const to of states)
        expect([rail, from, to, canPayoutAdvance(rail, from, to)]).toEqual([
          rail,
          from,
          to,
          EXPECTED[rail][from]?.includes(to) ?? false,
        ])
})

test('a released withdrawal is not cancelled by its owner, and what has ended moves no more', () => {
  for (const rail of ['bank', 'paypal'] as const) {
    const cancellable = states.filter((from) => canPayoutAdvance(rail, from, 'cancelled'))
    expect(cancellable).toEqual(['held', 'blocked'])
    for (const from of states.filter((state) => isPayoutFinal(state) && state !== 'settled'))
      expect(states.filter((to) => canPayoutAdvance(rail, from, to))).toEqual([])
  }
})
