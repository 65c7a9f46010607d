import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { CardIdIn, InvoiceIdOut, RequestIdOut, SendSessionIdIn, SendSessionIdOut, TransactionIdOut } from '../ids.ts'
import { AmountIn, CentsOut, CurrencyIn, ExpectedTotalChargeIn } from '../money.ts'
import { ZelleInstructionsOut } from './zelle.ts'

/** The return screen's question: where does this payment stand, and what can the person do now? */
export const NEXT_STEPS = ['done', 'wait', 'retryOrFinish', 'pay'] as const

export const DEPOSIT_METHODS = ['card', 'paypal', 'zelle'] as const

export const deposits = {
  startDeposit: {
    method: 'POST',
    path: '/deposit/start',
    summary:
      "Add money to the own balance: by card or PayPal on the provider's page or with a saved card, by Zelle from the own bank",
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      method: z.enum(DEPOSIT_METHODS, 'invalidPayMethod'),
      /** By card and PayPal at least `CARD_MINIMUM_CENTS`. */
      amount: AmountIn,
      currency: CurrencyIn,
      /** A saved card; without one a card is entered on the provider's page. */
      cardId: z.optional(z.string('invalidCardNumber').check(z.regex(CardIdIn, 'invalidCardNumber'))),
      /** Keep the card that is entered for the next time. */
      saveCard: z.optional(z.boolean('invalidRequest')),
      expectedTotalCharge: ExpectedTotalChargeIn,
      /** Another attempt after a decline, under the same send session. */
      sendSessionId: z.optional(SendSessionIdIn),
    }),
    result: z.object({
      transactionId: TransactionIdOut,
      tipo: z.enum(['redirect', 'completed', 'processing', 'declined', 'zelle']),
      url: z.optional(z.string()),
      sendSessionId: SendSessionIdOut,
      zelle: z.optional(ZelleInstructionsOut),
      fee: CentsOut,
      totalCharge: CentsOut,
    }),
    refuses: ['invalidPayMethod', 'invalidCardNumber', 'notFound'],
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
      /** What it pays, where that is an invoice or a request. */
      invoiceId: z.optional(InvoiceIdOut),
      requestId: z.optional(RequestIdOut),
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
