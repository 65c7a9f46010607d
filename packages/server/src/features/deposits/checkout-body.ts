import { LANGUAGES } from '@puente/contract'
import * as z from 'zod/mini'
import type { Payment } from '#features/payments/index.ts'
import type { CheckoutRequest } from '#providers/card/port.ts'

/** What the card provider is asked for; the customer joins when it is sent, and never changes once it is known. */
export type CheckoutBody = Omit<CheckoutRequest, 'customerId'>

const schema = z.strictObject({
  ref: z.string(),
  amountCents: z.int(),
  productName: z.string(),
  language: z.enum(LANGUAGES),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.int(),
  senderId: z.string(),
  recipientId: z.string(),
})

/** The body that was stored with a card payment. Throws for any other: a request is repeated to the letter or not at all. */
export const checkoutOf = ({ body }: Pick<Payment, 'body'>): CheckoutBody => schema.parse(body)
