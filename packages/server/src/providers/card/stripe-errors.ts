import type Stripe from 'stripe'
import { ProviderError } from '../types.ts'

type Kind = ProviderError['kind']

/** Errors of the connection after which nothing can have arrived over there. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

const codeOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string' ? value.code : ''

const retryAfterOf = (error: Stripe.errors.StripeError): number | undefined => {
  const seconds = Number(error.headers?.['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

/** The first request under this key is still at work over there: an answer, although not to the question. */
const isAtWork = ({ code }: Stripe.errors.StripeError): boolean => code === 'idempotency_key_in_use'

const kindOf = (error: Stripe.errors.StripeError): Kind => {
  if (isAtWork(error)) return 'unknownOutcome'
  switch (error.type) {
    case 'StripeCardError':
      return 'declined'
    case 'StripeInvalidRequestError':
    case 'StripeIdempotencyError':
      return 'invalid'
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return 'auth'
    case 'StripeRateLimitError':
      return 'rateLimited'
    case 'StripeConnectionError':
      return NEVER_SENT.test(codeOf(error.detail)) ? 'unavailable' : 'unknownOutcome'
    default:
      return 'unknownOutcome'
  }
}

/** What an error of the SDK means for us. Whatever is not plainly known counts as an unknown outcome. */
export const toProviderError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const known = error as Stripe.errors.StripeError
  if (typeof known?.type !== 'string' || !known.type.startsWith('Stripe'))
    return new ProviderError('unknownOutcome', 'the card provider gave no answer', { cause: error })
  const retryAfterMs = retryAfterOf(known)
  return new ProviderError(kindOf(known), `the card provider answered ${known.type}`, {
    cause: error,
    ...(known.code ? { code: known.code } : {}),
    ...(retryAfterMs ? { retryAfterMs } : {}),
    ...(isAtWork(known) ? { isAnswer: true } : {}),
  })
}
