/** What every provider's adapter speaks of: our reference, the events it sends us, and how a call to it can fail. */

import type { Rail } from '@puente/contract'

/** Rails that lead to a provider: each has a breaker, and places of its own among the jobs. */
export type ProvidedRail = Exclude<Rail, 'inApp'>

/** Our payment's id (bare uuid): idempotency key, metadata and reference on the provider's side as well. */
export type Ref = string

/** One thing a provider told us. Only its ids are believed; what happened is read again from the provider. */
export type ProviderEvent = {
  provider: string
  /** What makes it this event: the provider's id, or a hash of the body where it gives none. */
  eventId: string
  /** The object to fetch. */
  objectId: string
  type: string
  occurredAt: Date
  /** `trigger` events carry no news of their own and may repeat; the others count once. */
  dedupe: 'once' | 'trigger'
}

/** The body was not signed by the provider, or too long ago. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature'
}

export interface WebhookSource {
  /** The events of a body as it arrived. Throws `BadSignature` unless the provider signed exactly these bytes. */
  verify(headers: Headers, raw: Buffer): Promise<ProviderEvent[]>
}

/**
 * How a call failed. `declined` and `invalid` are answers; `rateLimited` and `unavailable` mean that nothing was done;
 * after `unknownOutcome` it may have been done, and only asking the provider tells.
 */
export type ProviderErrorKind = 'declined' | 'invalid' | 'auth' | 'rateLimited' | 'unavailable' | 'unknownOutcome'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined
  /** The provider is there and answers, although not as it was hoped. */
  readonly isAnswer: boolean
  constructor(
    kind: ProviderErrorKind,
    message: string,
    more: { code?: string; retryAfterMs?: number; isAnswer?: boolean; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.kind = kind
    this.code = more.code
    this.retryAfterMs = more.retryAfterMs
    this.isAnswer = more.isAnswer ?? !(kind === 'unavailable' || kind === 'unknownOutcome')
  }
}
