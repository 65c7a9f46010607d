import type { PaymentRef, TrailOf } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { advanceWithdrawal } from './advance-withdrawal.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { bankRail } from './bank-rail.ts'
import { PAYPAL } from './paypal-rail.ts'
import { watchArrived } from './watch-arrived.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

const underWayOver = (railOf: (services: Pick<Services, 'config'>) => WithdrawalRail) => ({
  advance: (services: Services, ref: PaymentRef) => advanceWithdrawal(services, railOf(services), ref),
  watch: (services: Services, ref: PaymentRef) => watchArrived(services, railOf(services), ref),
  cancel: (services: Services, movement: Movement, trailOf: TrailOf) =>
    cancelWithdrawal(services, railOf(services), movement, trailOf),
})

/** What can be done with a withdrawal to a bank that is under way, or that has arrived. */
export const bankWithdrawals = underWayOver(bankRail)
/** What can be done with a withdrawal to PayPal that is under way, or that has arrived. */
export const paypalWithdrawals = underWayOver(() => PAYPAL)
