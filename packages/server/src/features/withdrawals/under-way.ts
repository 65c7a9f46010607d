import type { PaymentRef } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Services } from '#platform/services.ts'
import { advanceWithdrawal } from './advance-withdrawal.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { BANK } from './bank-rail.ts'
import { PAYPAL } from './paypal-rail.ts'
import { watchArrived } from './watch-arrived.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

const underWayOver = (rail: WithdrawalRail) => ({
  advance: (services: Services, ref: PaymentRef) => advanceWithdrawal(services, rail, ref),
  watch: (services: Services, ref: PaymentRef) => watchArrived(services, rail, ref),
  cancel: (ctx: UserCtx, movement: Movement) => cancelWithdrawal(ctx, rail, movement),
})

/** What can be done with a withdrawal to a bank that is under way, or that has arrived. */
export const bankWithdrawals = underWayOver(BANK)
/** What can be done with a withdrawal to PayPal that is under way, or that has arrived. */
export const paypalWithdrawals = underWayOver(PAYPAL)
