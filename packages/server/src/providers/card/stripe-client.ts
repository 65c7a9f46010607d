/** The SDK's client, loaded with the first call, and its errors as ours. */
import type Stripe from 'stripe'
import type { CallOptions } from './port.ts'
import { toProviderError } from './stripe-errors.ts'

const STRIPE_API_VERSION = '2026-10-28.endive'

/** Far below the SDK's own eighty seconds. */
const TIMEOUT_MS = 12_000

export const LOOK_BACK_PAGE = 100
/** Our clock and theirs may differ; what was made a little before counts too. */
const CLOCK_SLACK_SECONDS = 300

/** In their seconds. */
export const createdAfter = (since: Date): number => Math.floor(since.getTime() / 1000) - CLOCK_SLACK_SECONDS

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

// The SDK passes over a timeout that is not a whole number, and takes its own instead.
export const within = ({ timeoutMs = TIMEOUT_MS }: CallOptions = {}) => ({ timeout: Math.ceil(timeoutMs) })

export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'resource_missing'

/** What does the calls: the client comes connected, and every failure leaves as a ProviderError. */
export type StripeCall = <T>(work: (client: Stripe) => Promise<T>) => Promise<T>

export const stripeClient = (settings: StripeSettings): (() => Promise<Stripe>) => {
  let connected: Promise<Stripe> | null = null
  return () => (connected ??= connect(settings))
}

export const stripeCall =
  (stripe: () => Promise<Stripe>): StripeCall =>
  async (work) => {
    try {
      return await work(await stripe())
    } catch (error) {
      throw toProviderError(error)
    }
  }
