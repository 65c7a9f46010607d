/** The server over plain HTTP, for what a journey needs but is not about: setting people up, and asking what is true. */
import type { EndpointKey, Request as Sent, Result } from '@puente/contract'
import { routes } from '@puente/contract/routes'
import { appUrl } from './places.ts'

/** The server refused the call. */
class Refused extends Error {
  readonly code: string
  readonly details: Record<string, unknown>
  constructor(key: string, status: number, body: { code?: string; details?: Record<string, unknown> }) {
    super(`${key}: ${status} ${body.code ?? 'without a code'} ${JSON.stringify(body.details ?? {})}`)
    this.code = body.code ?? ''
    this.details = body.details ?? {}
  }
}

export type CallOptions = { bearer?: string; idempotencyKey?: string; form?: FormData }

/** The name of the session cookie. */
export const SESSION_COOKIE = '__Host-puente'

const send = (key: EndpointKey, input: unknown, { bearer, idempotencyKey, form }: CallOptions): Promise<Response> => {
  const [method = 'GET', path = ''] = routes[key].split(' ')
  const isGet = method === 'GET'
  const query = isGet && input ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
  return fetch(`${appUrl}/api${path}${query}`, {
    method,
    headers: {
      'Time-Zone': 'America/New_York',
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(isGet || form ? {} : { 'Content-Type': 'application/json' }),
    },
    body: form ?? (isGet ? null : JSON.stringify(input ?? {})),
  })
}

const dataOf = async (key: EndpointKey, response: Response): Promise<unknown> => {
  const body = (await response.json()) as { data?: unknown; code?: string; details?: Record<string, unknown> }
  if (!response.ok) throw new Refused(key, response.status, body)
  return body.data
}

/** Calls an endpoint of the contract; throws `Refused`. */
export const call = async <K extends EndpointKey>(
  key: K,
  input?: Sent<K>,
  options: CallOptions = {},
): Promise<Result<K>> => (await dataOf(key, await send(key, input, options))) as Result<K>

/** Opens a session of its own; answers its bearer and the value of its cookie. */
export const openSession = async (token: string): Promise<{ bearer: string; cookie: string }> => {
  const response = await send('openSession', { token }, {})
  const line = response.headers.getSetCookie().find((text) => text.startsWith(`${SESSION_COOKIE}=`)) ?? ''
  const { bearer } = (await dataOf('openSession', response)) as Result<'openSession'>
  return { bearer, cookie: line.slice(SESSION_COOKIE.length + 1).split(';')[0] ?? '' }
}
