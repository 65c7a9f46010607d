import type { ProofHook } from './step-up.ts'

export type ClientOptions = {
  /** Where Puente is: `https://puente.example`. In a browser that shows Puente's own pages, nothing. */
  url?: string
  /** Of messages before anybody is signed in, afterwards the profile says: en, es or ko. */
  language?: string
  /** IANA name of the zone whose days are meant; that of this machine when left out. */
  timeZone?: string
  /** How long one attempt waits for its answer. */
  timeoutMs?: number
  /** How often a call is sent again where that is safe. */
  retries?: number
  /** The longest wait that a `Retry-After` may ask for; a longer one is handed to the caller as the refusal that it is. */
  maxWaitMs?: number
  /** Proves that it is you when Puente asks; without it such calls are refused with `stepUpRequired`. */
  onStepUp?: ProofHook
  fetch?: typeof fetch
  /** Goes on with the session of an earlier client: what its `saved` answered. Not in browsers, which keep it themselves. */
  saved?: string
}

export type CallOptions = {
  /** Of a call that moves money; a new one for each call when left out. Hand one in to go on with a call of before a restart. */
  idempotencyKey?: string
  signal?: AbortSignal
  timeoutMs?: number
  headers?: Record<string, string>
}
