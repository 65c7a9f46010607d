import type { NEXT_STEPS } from '@puente/contract'
import type { Movement } from '#features/wallet/index.ts'
import type { Payment } from '#features/payments/index.ts'

type NextStep = (typeof NEXT_STEPS)[number]

/** What the person can do now. */
export const nextStep = (
  movement: Pick<Movement, 'state' | 'cancelReason'>,
  payment: Pick<Payment, 'state' | 'reason'>,
): NextStep => {
  if (movement.state === 'COMPLETED') return 'done'
  if (movement.state === 'CANCELLED') return movement.cancelReason === 'cancelledByUser' ? 'done' : 'retryOrFinish'
  if (payment.state !== 'awaitingPayment') return 'wait'
  return payment.reason === 'declined' ? 'retryOrFinish' : 'pay'
}
