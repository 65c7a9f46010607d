import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { NoteIn } from '../fields.ts'
import { ToUserIn, TransactionIdOut } from '../ids.ts'
import { AmountIn, CentsOut, CurrencyIn, ExpectedTotalChargeIn } from '../money.ts'

export const transfers = {
  sendInApp: {
    method: 'POST',
    path: '/send/in-app',
    summary: 'Send from your balance to another user, at once and free',
    access: 'user',
    needs: ['open', 'contacts', 'terms', 'tier1'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject({
      toUser: ToUserIn,
      amount: AmountIn,
      currency: CurrencyIn,
      note: z.optional(NoteIn),
      purpose: z.optional(z.enum(['personal', 'goods'], 'invalidRequest')),
      expectedTotalCharge: ExpectedTotalChargeIn,
    }),
    result: z.object({
      transactionId: TransactionIdOut,
      state: MovementStateOut,
      fee: CentsOut,
      totalCharge: CentsOut,
      balance: CentsOut,
      reference: z.string(),
    }),
    refuses: ['invalidTo', 'userNotFound', 'invalidUser', 'invalidNote', 'senderUnsufficientFunds'],
  },
} as const satisfies Endpoints
