/** Saved cards at Stripe: keeping one, forgetting one, and charging one without a page. */
import type Stripe from 'stripe'
import { ProviderError } from '../types.ts'
import type { CardIn, ChargeRequest } from './port.ts'
import { createdAfter, isMissing, LOOK_BACK_PAGE, type StripeCall, within } from './stripe-client.ts'
import { toProviderError } from './stripe-errors.ts'
import { chargeSnapshotOf, savedCardOf } from './stripe-snapshot.ts'

type SavedCards = Pick<
  CardIn,
  'charge' | 'cancelCharge' | 'findChargeByRef' | 'listCards' | 'saveCardPage' | 'closePages' | 'forgetCard'
>

/** More than anyone keeps. */
const MOST_CARDS = 100
/** More than anyone opens before the first of them expires. */
const MOST_PAGES = 100

const chargeParams = (request: ChargeRequest): Stripe.PaymentIntentCreateParams => ({
  amount: request.amountCents,
  currency: 'usd',
  customer: request.customerId,
  payment_method: request.cardId,
  allowed_payment_method_types: ['card'],
  confirm: true,
  return_url: request.returnUrl,
  metadata: { ref: request.ref, sender: request.senderId, recipient: request.recipientId },
})

/** A decline is an error of the call, with the payment inside it. */
const declinedIn = (error: unknown): Stripe.PaymentIntent | null => {
  const known = error as { type?: unknown; payment_intent?: Stripe.PaymentIntent } | null
  return known?.type === 'StripeCardError' ? (known.payment_intent ?? null) : null
}

export const stripeSavedCards = (call: StripeCall): SavedCards => ({
  charge: (request, options) =>
    call(async (client) => {
      const made = client.paymentIntents.create(chargeParams(request), {
        ...within(options),
        idempotencyKey: request.ref,
      })
      return chargeSnapshotOf(
        await made.catch((error: unknown) => {
          const declined = declinedIn(error)
          if (declined) return declined
          throw error
        }),
      )
    }),
  cancelCharge: (paymentId, options) =>
    call((client) =>
      client.paymentIntents.cancel(paymentId, {}, within(options)).then(chargeSnapshotOf, (error: unknown) => {
        if (isMissing(error)) return null
        // Not open any more: how it ended is asked, not guessed.
        if (toProviderError(error).kind === 'invalid')
          return client.paymentIntents.retrieve(paymentId, {}, within(options)).then(chargeSnapshotOf)
        throw error
      }),
    ),
  findChargeByRef: ({ ref, customerId, since }, options) =>
    call(async (client) => {
      const created = { gte: createdAfter(since) }
      const made = await client.paymentIntents.list(
        { customer: customerId, created, limit: LOOK_BACK_PAGE },
        within(options),
      )
      const found = made.data.find(({ metadata }) => metadata['ref'] === ref)
      return found ? chargeSnapshotOf(found) : null
    }),
  listCards: (customerId, options) =>
    call(async (client) => {
      const listed = await client.paymentMethods
        .list({ customer: customerId, type: 'card', limit: MOST_CARDS }, within(options))
        .catch((error: unknown) => {
          if (isMissing(error)) return { data: [] }
          throw error
        })
      return listed.data.flatMap((method) => savedCardOf(method) ?? [])
    }),
  saveCardPage: (request, options) =>
    call(async (client) => {
      const page = await client.checkout.sessions.create(
        {
          mode: 'setup',
          ui_mode: 'hosted_page',
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          customer: request.customerId,
          locale: request.language,
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
        },
        within(options),
      )
      if (!page.url) throw new ProviderError('unknownOutcome', 'a page without an address')
      return page.url
    }),
  closePages: (customerId, until, options) =>
    call(async (client) => {
      const pages = await client.checkout.sessions
        .list({ customer: customerId, status: 'open', limit: MOST_PAGES }, within(options))
        .catch((error: unknown) => {
          if (isMissing(error)) return { data: [] }
          throw error
        })
      for (const { id, created } of pages.data) {
        if (until !== null && created * 1000 > until.getTime()) continue
        await client.checkout.sessions.expire(id, {}, within(options)).catch((error: unknown) => {
          // Done, or over, meanwhile.
          if (toProviderError(error).kind !== 'invalid') throw error
        })
      }
    }),
  forgetCard: (cardId, options) =>
    call(async (client) => {
      await client.paymentMethods.detach(cardId, {}, within(options)).catch((error: unknown) => {
        // Unknown, or forgotten before.
        if (toProviderError(error).kind !== 'invalid') throw error
      })
    }),
})
