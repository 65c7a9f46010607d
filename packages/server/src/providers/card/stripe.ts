import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { CallOptions, CardIn, CheckoutRequest, CheckoutSnapshot } from './port.ts'
import { toProviderError } from './stripe-errors.ts'
import { eventsOf } from './stripe-events.ts'
import { snapshotOf } from './stripe-snapshot.ts'

const STRIPE_API_VERSION = '2026-10-28.endive'

/** Far below the SDK's own eighty seconds. */
const TIMEOUT_MS = 12_000
const LOOK_BACK_PAGE = 100
/** Our clock and theirs may differ; pages made a little before count too. */
const CLOCK_SLACK_SECONDS = 300

export type StripeSettings = { url: string; secretKey: string; webhookSecrets: readonly string[] }

const connect = async ({ url, secretKey }: StripeSettings): Promise<Stripe> => {
  const { default: StripeClient } = await import('stripe')
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'https:'
  return new StripeClient(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    protocol: isTls ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

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
  },
  locale: request.language,
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
  expires_at: request.expiresAt,
})

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'resource_missing'

/** Cards by Stripe Checkout. The SDK is loaded with the first call. */
export const createStripeCard = (settings: StripeSettings): CardIn => {
  let connected: Promise<Stripe> | null = null
  const stripe = (): Promise<Stripe> => (connected ??= connect(settings))

  const call = async <T>(work: (client: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await work(await stripe())
    } catch (error) {
      throw toProviderError(error)
    }
  }
  // The SDK passes over a timeout that is not a whole number, and takes its own instead.
  const within = ({ timeoutMs = TIMEOUT_MS }: CallOptions = {}) => ({ timeout: Math.ceil(timeoutMs) })
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
    return session ? snapshotOf(session) : null
  }

  return {
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
        const gte = Math.floor(since.getTime() / 1000) - CLOCK_SLACK_SECONDS
        const pages = await client.checkout.sessions.list(
          { customer: customerId, created: { gte }, limit: LOOK_BACK_PAGE, expand: ['data.payment_intent'] },
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
