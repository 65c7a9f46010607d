/**
 * PayPal's REST API, by fetch: no SDK of theirs covers orders, payouts and webhooks, and lets its host be chosen. Retries
 * are the caller's, under the same `requestId`; here only an expired token is renewed, once, since nothing was done then.
 */
import { refusalOf, silenceOf } from './errors.ts'
import { at, textAt } from '../fields.ts'
import { ProviderError } from '../types.ts'
import type { PaypalSettings } from './settings.ts'

export type PaypalCall = {
  method: 'GET' | 'POST'
  /** Below the API's address, with its query; what is variable in it is encoded by the caller. */
  path: `/v${1 | 2}/${string}`
  /** JSON. Text is sent as it is. */
  body?: object | string
  /** Goes as `PayPal-Request-Id`: a repeat with the same one does nothing twice, for some hours. */
  requestId?: string
  timeoutMs?: number | undefined
}

/** What went over there and came back: its status and its JSON. Anything but a success throws ProviderError. */
export type PaypalClient = { call: (asked: PaypalCall) => Promise<{ status: number; body: unknown }> }

const TIMEOUT_MS = 12_000
/** A token is not used to its last second: it must still be good when it arrives. */
const TOKEN_MARGIN_SECONDS = 60
const JSON_TYPE = 'application/json'

type Token = { value: string; until: number }
type Answer = { status: number; body: unknown; retryAfter: string | null }

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // A page of some gateway in between: its status is all it tells.
    if (!response.ok) return null
    throw new ProviderError('unknownOutcome', 'PayPal answered something other than JSON')
  }
}

const send = async (url: string, init: RequestInit, timeoutMs: number): Promise<Answer> => {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return {
      status: response.status,
      body: await readBody(response),
      retryAfter: response.headers.get('retry-after'),
    }
  } catch (error) {
    throw silenceOf(error)
  }
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/** @param now in milliseconds, never going back. */
export const createPaypalClient = (
  { url, clientId, clientSecret }: Pick<Exclude<PaypalSettings, 'off'>, 'url' | 'clientId' | 'clientSecret'>,
  now: () => number = () => performance.now(),
): PaypalClient => {
  let token: Token | null = null
  let asking: Promise<Token> | null = null

  const askToken = async (timeoutMs: number): Promise<Token> => {
    const answer = await send(
      `${url}/v1/oauth2/token`,
      {
        method: 'POST',
        headers: {
          accept: JSON_TYPE,
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      timeoutMs,
    )
    if (!isSuccess(answer)) throw refusalOf(answer.status, answer.body, answer.retryAfter)
    const value = textAt(answer.body, 'access_token')
    const seconds = at(answer.body, 'expires_in')
    if (value === null || typeof seconds !== 'number') throw new ProviderError('auth', 'PayPal gave no token')
    return { value, until: now() + Math.max(seconds - TOKEN_MARGIN_SECONDS, 0) * 1_000 }
  }

  /** The token in use; `spent` is one that PayPal no longer takes. */
  const currentToken = async (timeoutMs: number, spent?: Token): Promise<Token> => {
    if (token && token !== spent && now() < token.until) return token
    asking ??= askToken(timeoutMs).finally(() => {
      asking = null
    })
    try {
      return (token = await asking)
    } catch (error) {
      const failed = silenceOf(error)
      // The call that the token was for has not been made.
      throw failed.kind === 'unknownOutcome'
        ? new ProviderError('unavailable', 'PayPal gave no token', { cause: failed })
        : failed
    }
  }

  const call: PaypalClient['call'] = async ({ method, path, body, requestId, timeoutMs = TIMEOUT_MS }) => {
    const deadline = now() + timeoutMs
    const left = (): number => Math.max(Math.ceil(deadline - now()), 1)
    const attempt = ({ value }: Token): Promise<Answer> =>
      send(
        `${url}${path}`,
        {
          method,
          headers: {
            accept: JSON_TYPE,
            authorization: `Bearer ${value}`,
            ...(method === 'POST' ? { 'content-type': JSON_TYPE, prefer: 'return=representation' } : {}),
            ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
          },
          ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) } : {}),
        },
        left(),
      )
    const first = await currentToken(left())
    const tried = await attempt(first)
    const answer = tried.status === 401 ? await attempt(await currentToken(left(), first)) : tried
    if (!isSuccess(answer)) throw refusalOf(answer.status, answer.body, answer.retryAfter)
    return { status: answer.status, body: answer.body }
  }

  return { call }
}
