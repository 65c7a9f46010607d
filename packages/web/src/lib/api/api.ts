/**
 * All calls to the server. Paths and shapes come from the contract; nothing here knows a feature.
 *
 * The bearer lives in this module's memory and nowhere else. It lasts minutes; when a call is refused because
 * it expired, one refresh (shared by all calls that wait for it) exchanges the cookie for a new one and the call is sent
 * again. When the cookie is refused too, the session is over and the listener of `onSessionEnd` gets the reason.
 */
import type { AppEndpoints, CloseReason, EndpointKey, OpenSession, Request as Sent, Result } from '@puente/contract'
import { ApiRefusal, ApiUnreachable, refusalFrom } from './api-errors.ts'
import { routeOf } from './routes.ts'
import { type Again, askStepUp, type StepUpAnswer } from './step-up.ts'
import { clock } from '#lib/browser/clock.ts'
import { learnTime } from '#lib/browser/product-time.ts'
import { currentLanguage, timeZone } from '#lib/i18n/i18n.ts'

type KeyWith<A> = { [K in EndpointKey]: AppEndpoints[K]['access'] extends A ? K : never }[EndpointKey]

/** Calls that answer with a file to keep. */
export type DocumentKey = 'getExport' | 'receipt' | 'invoicePdf' | 'readTicketFile'

/** Calls that are sent without waiting for a bearer; the type keeps the list in step with the contract. */
const withoutBearer: Record<KeyWith<'public' | 'cookie' | 'optional'>, true> = {
  signUp: true,
  inviter: true,
  signIn: true,
  passkeySignInOptions: true,
  passkeySignIn: true,
  openSession: true,
  refreshSession: true,
  unlockSession: true,
  unlockWays: true,
  logout: true,
  forgotPassword: true,
  checkResetLink: true,
  resetPassword: true,
  checkNotMe: true,
  notMe: true,
  confirmEmail: true,
  stepUpOptions: true,
  kycResume: true,
  socialProviders: true,
  startSocial: true,
  confirmSocialLink: true,
  publicRequest: true,
  requestPicture: true,
  config: true,
  legal: true,
  faqs: true,
  events: true,
  health: true,
  verifyPaper: true,
  paperKeys: true,
}

export type CallOptions = {
  /** Made once per confirm screen; the same key never moves money twice. */
  idempotencyKey?: string
  /** A token of a step-up, bound to this very operation. */
  stepUp?: string
  /** Sent instead of a JSON body. */
  form?: FormData
  params?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
  headers?: Record<string, string>
  /** Lets a call outlive the page, for usage events. */
  keepalive?: boolean
  /** Speaks with this bearer and no other: the session of this browser, if any, has no part in the call. */
  ownBearer?: string
}

export type SessionEnd = CloseReason | 'everywhere' | 'unknown'

export const REQUEST_TIMEOUT_MS = 20_000

/** Tokens of step-ups by the idempotency key of the call they let pass. */
const tokens = new Map<string, string>()
let bearer: string | null = null
let refreshing: Promise<OpenSession> | null = null
/** The session is over and the screens know: calls that could only be refused are not sent. */
let isClosed = false
let sessionEnded: (reason: SessionEnd) => void = () => undefined

/** Takes the bearer of a session just opened, or forgets the one there is. */
export const setBearer = (value: string | null): void => {
  bearer = value
  if (value === null) tokens.clear()
  else isClosed = false
}

/** Refuses, from here on and until there is a bearer again, every call that needs one, without sending it. */
export const closeCalls = (): void => {
  isClosed = true
}

/** Registers the one listener for the end of the session. */
export const onSessionEnd = (listener: (reason: SessionEnd) => void): void => {
  sessionEnded = listener
}

const addressOf = (route: string, input: unknown, params: Record<string, string>) => {
  const [method = 'GET', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
  return { method, url: `/api${path}${query}` }
}

const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { Authorization: `Bearer ${token}` }

/** Sends once and returns the raw response; throws `ApiUnreachable` when none comes in time. */
const send = async (key: EndpointKey, input: unknown, options: CallOptions): Promise<Response> => {
  const route = routeOf(key)
  // A known route goes out at once: a closing page waits for nothing.
  const { method, url } = addressOf(typeof route === 'string' ? route : await route, input, options.params ?? {})
  options.signal?.throwIfAborted()
  const abort = new AbortController()
  let timedOut = false
  const cancelTimeout = clock.after(options.timeoutMs ?? REQUEST_TIMEOUT_MS, () => {
    timedOut = true
    abort.abort()
  })
  const giveUp = () => abort.abort()
  options.signal?.addEventListener('abort', giveUp)
  const hasJson = method !== 'GET' && options.form === undefined
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(hasJson ? { 'Content-Type': 'application/json' } : {}),
        ...authorization(options.ownBearer ?? bearer),
        ...(options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey }),
        ...(options.stepUp === undefined ? {} : { 'Step-Up': options.stepUp }),
        'Accept-Language': currentLanguage(),
        'Time-Zone': timeZone(),
        ...options.headers,
      },
      body: options.form ?? (hasJson ? JSON.stringify(input ?? {}) : null),
      signal: abort.signal,
      keepalive: options.keepalive ?? false,
      cache: 'no-store',
    })
    learnTime(response.headers.get('Date'))
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiUnreachable(timedOut ? 'timeout' : 'offline')
  } finally {
    cancelTimeout()
    options.signal?.removeEventListener('abort', giveUp)
  }
}

/** Reads the refusal out of a response. */
export const refusalOfResponse = async (response: Response): Promise<ApiRefusal> => {
  const body: unknown = await response.json().catch(() => null)
  return refusalFrom(response.status, body, response.headers.get('Retry-After'))
}

const dataOf = async (response: Response): Promise<unknown> => {
  if (!response.ok) throw await refusalOfResponse(response)
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new ApiRefusal('undefined', response.status)
  return body.data
}

/** Asks the session cookie for a new bearer; concurrent callers share one request. */
export const refresh = (): Promise<OpenSession> => {
  refreshing ??= send('refreshSession', {}, {})
    .then(dataOf)
    .then((data) => {
      const open = data as OpenSession
      setBearer(open.bearer)
      return open
    })
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

/** Why a session is over, as its refusal states it. */
export const sessionEndOf = (refusal: ApiRefusal): SessionEnd => {
  const reason = refusal.details['reason']
  return typeof reason === 'string' ? (reason as CloseReason) : 'unknown'
}

/** Refreshes for a call that needs it; a refusal of the cookie ends the session. */
const refreshOrEnd = async (): Promise<void> => {
  try {
    await refresh()
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) {
      setBearer(null)
      sessionEnded(sessionEndOf(error))
    }
    throw error
  }
}

/** Sends with the bearer, once more after a refresh when the bearer is refused. */
export const sendAuthorized = async (
  key: EndpointKey,
  input: unknown,
  options: CallOptions = {},
): Promise<Response> => {
  if (options.ownBearer !== undefined) return send(key, input, options)
  // A challenge is answered by the person who is signed in, or by one who signs in.
  if (key in withoutBearer && !(key === 'stepUpOptions' && bearer !== null)) return send(key, input, options)
  if (isClosed) throw new ApiRefusal('sessionClosed', 401)
  if (bearer === null) await refreshOrEnd()
  const used = bearer
  const response = await send(key, input, options)
  if (response.status !== 401) return response
  const refusal = await refusalOfResponse(response.clone())
  // A wrong password given as proof says nothing about the session.
  if (refusal.code === 'invalidSignIn') return response
  if (bearer === used) await refreshOrEnd()
  return send(key, input, options)
}

/**
 * Sends a call; when the server wants to know that it is still the same person, waits for the proof and goes on with the same
 * call. A token is kept with its idempotency key until there is an outcome, so that a repeat after a lost answer has it too.
 */
export const sendProved = async (key: EndpointKey, input: unknown, options: CallOptions): Promise<Response> => {
  const { idempotencyKey = '' } = options
  let stepUp = options.stepUp ?? tokens.get(idempotencyKey)
  let again: Again | undefined
  for (;;) {
    // Each attempt needs the proof that the one before asked for.
    // oxlint-disable-next-line no-await-in-loop
    const response = await sendAuthorized(key, input, { ...options, ...(stepUp === undefined ? {} : { stepUp }) })
    // oxlint-disable-next-line no-await-in-loop
    const answer: StepUpAnswer =
      response.status === 403 && !(key in withoutBearer)
        ? await askStepUp(await refusalOfResponse(response.clone()), input, again)
        : null
    if (answer === null) {
      if (response.status < 500) tokens.delete(idempotencyKey)
      return response
    }
    again = typeof answer === 'string' ? answer : undefined
    stepUp = typeof answer === 'string' ? undefined : answer.token
    if (stepUp !== undefined && idempotencyKey !== '') tokens.set(idempotencyKey, stepUp)
  }
}

/**
 * Calls an endpoint of the contract. One that needs a step-up waits for it; without one it is refused as before.
 * @returns the `data` of the answer
 * @throws ApiRefusal when the server refuses, ApiUnreachable when no answer comes
 */
export const call = async <K extends EndpointKey>(
  key: K,
  input?: Sent<K>,
  options: CallOptions = {},
): Promise<Result<K>> => (await dataOf(await sendProved(key, input, options))) as Result<K>

/** Fetches a file that only this user may see. */
export const fetchFile = async (id: string, signal?: AbortSignal): Promise<Blob> => {
  const response = await sendProved('readFile', undefined, { params: { id }, ...(signal ? { signal } : {}) })
  if (!response.ok) throw await refusalOfResponse(response)
  return response.blob()
}

/** Fetches what an endpoint answers as a file; waits for the proof that it wants. */
export const fetchDocument = async <K extends DocumentKey>(key: K, input: Sent<K>): Promise<Blob> => {
  const response = await sendProved(key, input, {})
  if (!response.ok) throw await refusalOfResponse(response)
  return response.blob()
}
