import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CardIdIn, SendSessionIdOut, TransactionIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'
import { pagedSendFields, SEND_REFUSALS } from '../send-fields.ts'

/** A card that its owner keeps at the provider; its number is known there alone. */
export const CardOut = z.object({
  /** The provider's name for it; screens call it `cardItem`. */
  cardId: z.string(),
  /** As the provider writes it, in lower case: `visa`, `mastercard`, `amex`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  /** Offered first; one card of a list at most. */
  default: z.boolean(),
})
export type Card = z.infer<typeof CardOut>

/** What became of a card payment so far: an end, or where to go on. */
export const CARD_PAYMENT_STATUSES = ['completed', 'requiresAction', 'declined', 'processing'] as const

const CardIdRequiredIn = z
  .string('cardIdMissing')
  .check(z.minLength(1, 'cardIdMissing'), z.regex(CardIdIn, 'invalidCardNumber'))

const Started = z.object({
  transactionId: TransactionIdOut,
  sendSessionId: SendSessionIdOut,
  status: z.enum(CARD_PAYMENT_STATUSES),
  /** The provider's page, where the payment is to be made or confirmed. */
  url: z.optional(z.string()),
  fee: CentsOut,
  totalCharge: CentsOut,
})

export const cards = {
  listCards: {
    method: 'GET',
    path: '/cards/list',
    summary: "The caller's saved cards, the default one first",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({ items: z.array(CardOut) }),
    refuses: [],
  },
  addCard: {
    method: 'POST',
    path: '/cards/add',
    summary: "Leads to the provider's page, where a card is saved; no card number comes here",
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'lists',
    body: z.strictObject({
      /** The screen to come back to. */
      returnTo: z.enum(['settings', 'deposit', 'send'], 'invalidRequest'),
    }),
    result: z.object({ url: z.string() }),
    refuses: ['accountRestricted', 'emailNotVerified', 'kycRequired'],
  },
  setDefaultCard: {
    method: 'POST',
    path: '/cards/default',
    summary: 'The card that is offered first',
    access: 'user',
    throttle: 'money',
    priority: 'lists',
    body: z.strictObject({ cardId: CardIdRequiredIn }),
    result: z.object({ items: z.array(CardOut) }),
    refuses: ['cardIdMissing', 'invalidCardNumber'],
  },
  removeCard: {
    method: 'POST',
    path: '/cards/remove',
    summary: 'Forgets a saved card, here and at the provider',
    access: 'user',
    throttle: 'money',
    priority: 'lists',
    body: z.strictObject({ cardId: CardIdRequiredIn }),
    result: z.object({ cardId: z.string() }),
    refuses: ['cardIdMissing', 'invalidCardNumber'],
  },
  startPayment: {
    method: 'POST',
    path: '/send/stripe/startPayment',
    summary: 'Sends to another user with a saved card',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject({ ...pagedSendFields, cardId: CardIdRequiredIn }),
    result: Started,
    refuses: ['cardIdMissing', 'invalidCardNumber', ...SEND_REFUSALS, 'notFound'],
  },
  startCheckout: {
    method: 'POST',
    path: '/send/stripe/startCheckout',
    summary: "Sends to another user with a card that is entered on the provider's page",
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      ...pagedSendFields,
      /** Keep the card for the next time. */
      saveCard: z.optional(z.boolean('invalidRequest')),
    }),
    result: Started,
    refuses: [...SEND_REFUSALS, 'notFound'],
  },
} as const satisfies Endpoints
