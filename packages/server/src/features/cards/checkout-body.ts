import { LANGUAGES } from '@puente/contract'
import * as z from 'zod/mini'
import type { Payment } from '#features/payments/index.ts'
import { type AskedOfProvider, PURPOSE_TEXTS, returnUrls } from '#features/payins/index.ts'
import type { ChargeRequest, CheckoutRequest } from '#providers/card/port.ts'
import { PAGE_LIFETIME_MS } from './checkout-rules.ts'

/** What the card provider is asked for; the customer joins when it is sent, and never changes once it is known. */
export type CheckoutBody = Omit<CheckoutRequest, 'customerId'>

/** A payment with a saved card. `expiresAt`, in seconds since 1970: from then on a confirmation is waited for no longer. */
export type ChargeBody = Omit<ChargeRequest, 'customerId'> & { expiresAt: number }

/** What is asked: a page, or the charge of a card. */
export type CardBody = CheckoutBody | ChargeBody

const parties = { ref: z.string(), amountCents: z.int(), senderId: z.string(), recipientId: z.string() }

const checkout = z.strictObject({
  ...parties,
  productName: z.string(),
  language: z.enum(LANGUAGES),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.int(),
  saveCard: z.optional(z.boolean()),
})
const charge = z.strictObject({ ...parties, cardId: z.string(), returnUrl: z.string(), expiresAt: z.int() })
const schema = z.union([checkout, charge])

/** The body that was stored with a card payment. Throws for any other: a request is repeated to the letter or not at all. */
export const cardBodyOf = ({ body }: Pick<Payment, 'body'>): CardBody => schema.parse(body)

export const isCharge = (body: CardBody): body is ChargeBody => 'cardId' in body

const partiesOf = ({ ref, totalChargeCents, ownerId, payeeId, at }: AskedOfProvider) => ({
  ref,
  amountCents: Number(totalChargeCents),
  senderId: ownerId,
  recipientId: payeeId,
  expiresAt: Math.floor((at.getTime() + PAGE_LIFETIME_MS) / 1000),
})

/** @param saveCard whether the card that is entered is kept for the next time. */
export const checkoutBody =
  (saveCard: boolean) =>
  (asked: AskedOfProvider): CheckoutBody => ({
    ...partiesOf(asked),
    productName: PURPOSE_TEXTS[asked.purpose][asked.language],
    language: asked.language,
    ...returnUrls({ ...asked, method: 'card' }),
    ...(saveCard && { saveCard }),
  })

export const chargeBody =
  (cardId: string) =>
  (asked: AskedOfProvider): ChargeBody => ({
    ...partiesOf(asked),
    cardId,
    returnUrl: returnUrls({ ...asked, method: 'card' }).successUrl,
  })

/** The charge of a saved card, or a page where one is entered. */
export const cardBody = (cardId: string | undefined, saveCard = false) =>
  cardId === undefined ? checkoutBody(saveCard) : chargeBody(cardId)
