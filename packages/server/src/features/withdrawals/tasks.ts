import type { PaymentRef } from '#features/payments/index.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { advanceWithdrawal } from './advance-withdrawal.ts'
import { bankRail } from './bank-rail.ts'
import { PAYPAL } from './paypal-rail.ts'
import { type PayoutEvent, settlePayoutEvent } from './settle-payout-event.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Brings a withdrawal to a bank on. */
    'bank-withdrawal.advance': PaymentRef
    /** An event about a transfer to a bank: the object it speaks of is read again. */
    'bank-transfer-event.settle': PayoutEvent
    /** Brings a withdrawal to PayPal on. */
    'paypal-withdrawal.advance': PaymentRef
    /** An event about a payout over PayPal: the object it speaks of is read again. */
    'paypal-payout-event.settle': PayoutEvent
  }
}

export const withdrawalsTasks = (services: Services) =>
  ({
    'bank-withdrawal.advance': (ref) => advanceWithdrawal(services, bankRail(services), ref),
    'bank-transfer-event.settle': (event) => settlePayoutEvent(services, bankRail(services), event),
    'paypal-withdrawal.advance': (ref) => advanceWithdrawal(services, PAYPAL, ref),
    'paypal-payout-event.settle': (event) => settlePayoutEvent(services, PAYPAL, event),
  }) satisfies TaskHandlers
