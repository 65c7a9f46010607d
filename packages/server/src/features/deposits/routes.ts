import type { Handlers } from '#platform/http/ctx.ts'
import { paymentSession } from './payment-session.ts'
import { startDeposit } from './start-deposit.ts'
import { testFunds } from './test-funds.ts'

export const depositsRoutes = {
  startDeposit,
  testFunds: { onlyPosts: testFunds },
  paymentSession,
} satisfies Partial<Handlers>
