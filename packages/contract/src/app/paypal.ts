import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { NoteIn } from '../fields.ts'
import { SendSessionIdIn, SendSessionIdOut, ToUserIn, TransactionIdOut } from '../ids.ts'
import { AmountIn, CARD_MINIMUM_CENTS, CentsOut, CurrencyIn, ExpectedTotalChargeIn } from '../money.ts'

/** What PayPal's return address says; it is held against the order that was stored, and believed in nothing else. */
const paypalId = (code: 'invalidpaymentId' | 'invalidPayerId') => z.string(code).check(z.regex(/^[\w-]{1,64}$/, code))

export const paypal = {
  placePaypalOrder: {
    method: 'POST',
    path: '/send/placeNewSaleOrderPaypal',
    summary: "Sends to another user by PayPal; leads to PayPal's page, and credits nobody before the capture",
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      toUser: ToUserIn,
      amount: AmountIn.check(z.gte(CARD_MINIMUM_CENTS, 'invalidAmount:cardMinimum')),
      currency: CurrencyIn,
      note: z.optional(NoteIn),
      purpose: z.optional(z.enum(['personal', 'goods'], 'invalidRequest')),
      expectedTotalCharge: ExpectedTotalChargeIn,
      /** Another attempt after a decline, under the same send session. */
      sendSessionId: z.optional(SendSessionIdIn),
    }),
    result: z.object({
      transactionId: TransactionIdOut,
      sendSessionId: SendSessionIdOut,
      /** Null while PayPal has not answered, or after it refused; `status` says which. */
      orderId: z.nullable(z.string()),
      approveUrl: z.nullable(z.string()),
      status: z.enum(['requiresAction', 'processing', 'completed', 'declined']),
      fee: CentsOut,
      totalCharge: CentsOut,
    }),
    refuses: ['invalidTo', 'userNotFound', 'invalidUser', 'invalidNote', 'notFound'],
  },
  capturePaypal: {
    method: 'POST',
    path: '/send/capturePaypal',
    summary: 'Captures an order that was approved on the page of PayPal; an event does the same when nobody comes back',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({ paymentId: paypalId('invalidpaymentId'), payerId: paypalId('invalidPayerId') }),
    result: z.object({ transactionId: TransactionIdOut, state: MovementStateOut }),
    refuses: ['invalidpaymentId', 'invalidPayerId'],
  },
} as const satisfies Endpoints
