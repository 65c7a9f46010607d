import type { CANCEL_REASONS, MovementState, NEXT_STEPS } from '@puente/contract'
import { expect, test } from 'vitest'
import type { PaymentState } from '#features/payments/payment-states.ts'
import { nextStep } from './payment-session-rules.ts'

type Case = [
  MovementState,
  (typeof CANCEL_REASONS)[number] | null,
  PaymentState,
  'declined' | null,
  (typeof NEXT_STEPS)[number],
]

const cases: Case[] = [
  ['COMPLETED', null, 'succeeded', null, 'done'],
  ['CANCELLED', 'cancelledByUser', 'cancelled', null, 'done'],
  ['CANCELLED', 'rejected', 'succeeded', null, 'done'],
  ['CANCELLED', 'returned', 'failed', null, 'done'],
  ['CANCELLED', 'recipientDidNotVerify', 'succeeded', null, 'done'],
  ['CANCELLED', 'declined', 'failed', null, 'retryOrFinish'],
  ['CANCELLED', 'expired', 'expired', null, 'retryOrFinish'],
  ['CANCELLED', 'triedAgain', 'cancelled', null, 'retryOrFinish'],
  ['PENDING', null, 'created', null, 'wait'],
  ['PENDING', null, 'processing', null, 'wait'],
  ['ON HOLD', null, 'processing', null, 'wait'],
  ['PENDING', null, 'awaitingPayment', null, 'pay'],
  ['ON HOLD', null, 'awaitingPayment', null, 'pay'],
  ['PENDING', null, 'awaitingPayment', 'declined', 'retryOrFinish'],
]

test.each(cases)(
  'a payment that is %s (%s), over there %s (%s), lets the person %s',
  (state, cancelReason, over, reason, next) => {
    expect(nextStep({ state, cancelReason }, { state: over, reason })).toBe(next)
  },
)
