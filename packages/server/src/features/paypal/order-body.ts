import { brand, LANGUAGES } from '@puente/contract'
import * as z from 'zod/mini'
import type { Payment } from '#features/payments/index.ts'
import { type AskedOfProvider, PURPOSE_TEXTS, returnUrls } from '#features/payins/index.ts'
import type { OrderRequest } from '#providers/paypal/port.ts'
import { PAYPAL } from './paypal-rail.ts'

const schema = z.strictObject({
  ref: z.string(),
  amountCents: z.int(),
  brandName: z.string(),
  description: z.string(),
  language: z.enum(LANGUAGES),
  returnUrl: z.string(),
  cancelUrl: z.string(),
})
/** An order's request as it is stored. */
export type OrderBody = z.output<typeof schema>

/** The request that was stored with a payment by PayPal. Throws for any other: it is repeated to the letter or not at all. */
export const orderOf = ({ body }: Pick<Payment, 'body'>): OrderRequest => {
  const { amountCents, ...request } = schema.parse(body)
  return { ...request, amountCents: BigInt(amountCents) }
}

export const orderBody = (asked: AskedOfProvider): OrderBody => {
  const { successUrl, cancelUrl } = returnUrls({ ...asked, method: PAYPAL.method })
  return {
    ref: asked.ref,
    amountCents: Number(asked.totalChargeCents),
    brandName: brand.appName,
    description: PURPOSE_TEXTS[asked.purpose][asked.language],
    language: asked.language,
    returnUrl: successUrl,
    cancelUrl,
  }
}
