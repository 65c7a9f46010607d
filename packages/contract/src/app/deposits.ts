import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { SendSessionIdIn, SendSessionIdOut, TransactionIdOut } from '../ids.ts'
import { AmountIn, CARD_MINIMUM_CENTS, CentsOut, CurrencyIn, ExpectedTotalChargeIn } from '../money.ts'

/** The return screen's question: where does this payment stand, and what can the person do now? */
export const NEXT_STEPS = ['done', 'wait', 'retryOrFinish', 'pay'] as const

export const deposits = {
  startDeposit: {
    method: 'POST',
    path: '/deposit/start',
    summary: "Add money to the own balance; by card it leads to the provider's page",
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      method: z.enum(['card'], 'invalidPayMethod'),
      amount: AmountIn.check(z.gte(CARD_MINIMUM_CENTS, 'invalidAmount:cardMinimum')),
      currency: CurrencyIn,
      expectedTotalCharge: ExpectedTotalChargeIn,
      /** Another attempt after a decline, under the same send session. */
      sendSessionId: z.optional(SendSessionIdIn),
    }),
    result: z.object({
      transactionId: TransactionIdOut,
      tipo: z.enum(['redirect', 'completed', 'processing', 'declined']),
      url: z.optional(z.string()),
      sendSessionId: SendSessionIdOut,
      fee: CentsOut,
      totalCharge: CentsOut,
    }),
    refuses: ['invalidPayMethod', 'notFound'],
  },
  testFunds: {
    method: 'POST',
    path: '/deposit/test',
    summary: 'Made-up money for trying things out; only while no real money moves',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({ amount: AmountIn }),
    result: z.object({ transactionId: TransactionIdOut, balance: CentsOut }),
    refuses: ['notFound'],
  },
  paymentSession: {
    method: 'GET',
    path: '/payments/session/get',
    summary: 'Where a payment that left for a provider stands',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({ id: SendSessionIdIn }),
    result: z.object({
      sendSessionId: SendSessionIdOut,
      transactionId: TransactionIdOut,
      state: MovementStateOut,
      next: z.enum(NEXT_STEPS),
      amount: CentsOut,
      fee: CentsOut,
      totalCharge: CentsOut,
      /** The provider's page while it can still be paid. */
      url: z.nullable(z.string()),
    }),
    refuses: ['notFound'],
  },
} as const satisfies Endpoints
