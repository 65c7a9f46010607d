import { expect, test } from 'vitest'
import { canAdvance, canBeRestored, PAYMENT_MOVES, isPaymentFinal } from './payment-states.ts'
import type { PaymentState } from './payment-states.ts'

const states = Object.keys(PAYMENT_MOVES) as PaymentState[]

test('a card payment makes exactly these moves; every other pair of states is refused', () => {
  const moves = states.flatMap((from) => states.filter((to) => canAdvance(from, to)).map((to) => `${from} > ${to}`))
  expect(moves).toEqual([
    'created > awaitingPayment',
    'created > processing',
    'created > succeeded',
    'created > failed',
    'created > expired',
    'created > cancelled',
    'awaitingPayment > processing',
    'awaitingPayment > succeeded',
    'awaitingPayment > failed',
    'awaitingPayment > expired',
    'awaitingPayment > cancelled',
    'processing > succeeded',
    'processing > failed',
    'processing > expired',
    'processing > cancelled',
    'succeeded > refunded',
    'succeeded > disputed',
    'disputed > succeeded',
    'disputed > refunded',
  ])
})

test('only what went back whole is restored, to what it was', () => {
  const moves = states.flatMap((from) => states.filter((to) => canBeRestored(from, to)).map((to) => `${from} > ${to}`))
  expect(moves).toEqual(['refunded > succeeded'])
})

test('a payment is under way until it succeeded, failed, expired or was cancelled', () => {
  expect(states.filter((state) => !isPaymentFinal(state))).toEqual(['created', 'awaitingPayment', 'processing'])
})
