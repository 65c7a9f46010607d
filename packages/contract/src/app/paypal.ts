import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { SendSessionIdOut, TransactionIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'
import { pagedSendFields, SEND_REFUSALS } from '../send-fields.ts'

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
    body: z.strictObject(pagedSendFields),
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
    refuses: [...SEND_REFUSALS, 'notFound'],
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
