import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { ReportSource } from '../report.ts'
import type { CallOptions, CardIn, CheckoutRequest, CheckoutSnapshot } from './port.ts'
import { stripeSavedCards } from './stripe-cards.ts'
import {
  createdAfter,
  isMissing,
  LOOK_BACK_PAGE,
  stripeCall,
  stripeClient,
  type StripeSettings,
  within,
} from './stripe-client.ts'
import { toProviderError } from './stripe-errors.ts'
import { eventsOf } from './stripe-events.ts'
import { stripeReport } from './stripe-report.ts'
import { stripeReturns } from './stripe-returns.ts'
import { chargeSnapshotOf, snapshotOf } from './stripe-snapshot.ts'

const paramsOf = (request: CheckoutRequest): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  ui_mode: 'hosted_page',
  allowed_payment_method_types: ['card'],
  customer: request.customerId,
  client_reference_id: request.ref,
  line_items: [
    {
      price_data: {
        currency: 'usd',
        unit_amount: request.amountCents,
        product_data: { name: request.productName },
      },
      quantity: 1,
    },
  ],
  payment_intent_data: {
    metadata: { ref: request.ref, sender: request.senderId, recipient: request.recipientId },
    ...(request.saveCard && { setup_future_usage: 'on_session' as const }),
  },
  locale: request.language,
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
  expires_at: request.expiresAt,
})

/** Cards by Stripe Checkout. The SDK is loaded with the first call. */
export const createStripeCard = (settings: StripeSettings): CardIn & ReportSource => {
  const stripe = stripeClient(settings)
  const call = stripeCall(stripe)
  const expand = ['payment_intent']

  const retrieve = (client: Stripe, sessionId: string, options?: CallOptions): Promise<CheckoutSnapshot | null> =>
    client.checkout.sessions.retrieve(sessionId, { expand }, within(options)).then(snapshotOf, (error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })

  /** A payment's page: payments know nothing of their page, pages know their payment. */
  const retrieveByPayment = async (client: Stripe, paymentId: string, options?: CallOptions) => {
    const pages = await client.checkout.sessions.list(
      { payment_intent: paymentId, limit: 1, expand: ['data.payment_intent'] },
      within(options),
    )
    const [session] = pages.data
    if (session) return snapshotOf(session)
    // Made with a saved card, without a page.
    return client.paymentIntents.retrieve(paymentId, {}, within(options)).then(chargeSnapshotOf, (error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
  }

  return {
    ...stripeSavedCards(call),
    listReturns: stripeReturns(call),
    report: stripeReport(call),
    createCustomer: (ownerId, options) =>
      call(async (client) => {
        const idempotencyKey = `customer-${createHash('sha256').update(ownerId).digest('hex').slice(0, 32)}`
        const { id } = await client.customers.create(
          { metadata: { owner: ownerId } },
          { ...within(options), idempotencyKey },
        )
        return id
      }),
    checkout: (request, options) =>
      call(async (client) => {
        const session = await client.checkout.sessions.create(
          { ...paramsOf(request), expand },
          { ...within(options), idempotencyKey: request.ref },
        )
        return snapshotOf(session)
      }),
    fetch: (objectId, options) =>
      call((client) =>
        objectId.startsWith('pi_') ? retrieveByPayment(client, objectId, options) : retrieve(client, objectId, options),
      ),
    findByRef: ({ ref, customerId, since }, options) =>
      call(async (client) => {
        const pages = await client.checkout.sessions.list(
          {
            customer: customerId,
            created: { gte: createdAfter(since) },
            limit: LOOK_BACK_PAGE,
            expand: ['data.payment_intent'],
          },
          within(options),
        )
        const found = pages.data.find((session) => session.client_reference_id === ref)
        return found ? snapshotOf(found) : null
      }),
    expire: (providerId, options) =>
      call((client) =>
        client.checkout.sessions.expire(providerId, { expand }, within(options)).then(snapshotOf, (error: unknown) => {
          // Not open any more: paid or expired meanwhile. How it ended is asked, not guessed.
          if (toProviderError(error).kind === 'invalid') return retrieve(client, providerId, options)
          throw error
        }),
      ),
    verify: async (headers, raw) => {
      const { webhooks } = await stripe()
      return eventsOf(webhooks, settings.webhookSecrets, headers.get('stripe-signature'), raw)
    },
  }
}
