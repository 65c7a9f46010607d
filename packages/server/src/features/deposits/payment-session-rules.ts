import type { NEXT_STEPS } from '@puente/contract'
import type { Movement } from '#features/wallet/index.ts'
import type { Payment } from '#features/payments/index.ts'

/** Ends of a payment that nothing was paid of: it can be tried again. */
const UNPAID: readonly (string | null)[] = ['declined', 'expired', 'triedAgain'] satisfies Movement['cancelReason'][]

type NextStep = (typeof NEXT_STEPS)[number]

/** What the person can do now. */
export const nextStep = (
  movement: Pick<Movement, 'state' | 'cancelReason'>,
  payment: Pick<Payment, 'state' | 'reason'>,
): NextStep => {
  if (movement.state === 'COMPLETED') return 'done'
  if (movement.state === 'CANCELLED') return UNPAID.includes(movement.cancelReason) ? 'retryOrFinish' : 'done'
  if (payment.state !== 'awaitingPayment') return 'wait'
  return payment.reason === 'declined' ? 'retryOrFinish' : 'pay'
}
