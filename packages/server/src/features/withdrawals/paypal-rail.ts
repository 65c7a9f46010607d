import { LANGUAGES } from '@puente/contract'
import * as z from 'zod/mini'
import type { PaypalDestination } from '#providers/paypal/payouts.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

const DAY_MS = 86_400_000

const destination = z.strictObject({ email: z.string(), language: z.enum(LANGUAGES) })

/** What names withdrawals to PayPal elsewhere. They leave at once, and arrive within minutes. */
export const PAYPAL = {
  rail: 'paypal',
  kind: 'withdrawal',
  method: 'paypal',
  operation: 'paypalWithdraw',
  call: 'withdrawPaypal',
  provider: 'paypal',
  settlement: 'settlement:paypal',
  keyLifetimeMs: 30 * DAY_MS,
  looksByRepeat: true,
  releaseAt: (at) => at,
  expected: () => null,
  parse: (stored) => destination.parse(stored),
  job: (ref) => ({ task: 'paypal-withdrawal.advance', payload: ref }),
} as const satisfies WithdrawalRail<PaypalDestination>
