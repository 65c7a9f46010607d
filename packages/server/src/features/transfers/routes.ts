import type { HandlersOf } from '#platform/http/ctx.ts'
import { onlyPosts } from '#platform/http/money-call.ts'
import { cancelTransaction } from './cancel-transaction.ts'
import { paymentSession } from './payment-session.ts'
import { sendInApp } from './send-in-app.ts'
import { startDeposit } from './start-deposit.ts'
import { testFunds } from './test-funds.ts'

export const transfersRoutes = {
  sendInApp: onlyPosts(sendInApp),
  startDeposit,
  testFunds: onlyPosts(testFunds),
  paymentSession,
  cancelTransaction,
} satisfies HandlersOf<'sendInApp' | 'startDeposit' | 'testFunds' | 'paymentSession' | 'cancelTransaction'>
