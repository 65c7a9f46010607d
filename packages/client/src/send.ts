/** One call over HTTP with the cookies that are kept, sent again where that is safe. Knows nothing of sessions. */
import type { EndpointKey } from '@puente/contract'
import { calls } from '@puente/contract/calls'
import type { Cookies } from './cookies.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { Refused, refusalOf, Unreachable } from './refused.ts'
import { waitBeforeRetry } from './retry-rules.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 3
const MAX_WAIT_MS = 30_000

/** What a client has to know of a call: how and where, who may, and what may be done again. */
export type Shape = {
  method: string
  path: string
  access: string
  isKeyed: boolean
  isRepeatable: boolean
  /** The field of a form that holds the file. */
  file: string | null
}

export const shapeOf = (key: EndpointKey): Shape => {
  const [method = '', path = '', access = '', ...marks] = (calls[key] as string).split(' ')
  return {
    method,
    path,
    access,
    isKeyed: marks.includes('keyed'),
    isRepeatable: marks.includes('repeatable'),
    file: marks.find((mark) => mark.startsWith('file:'))?.slice('file:'.length) ?? null,
  }
}

export type Sending = CallOptions & {
  input: unknown
  form?: FormData
  /** Ends the wait for the first byte, not for the rest: a stream goes on. */
  isStream?: boolean
}

type Plain = string | number | boolean
type Fields = Record<string, Plain | Plain[] | null | undefined>

const queryOf = (input: Fields): string => {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** Address and body of a call: what the path has blanks for is taken out of the input. */
const addressed = ({ method, path }: Shape, input: unknown) => {
  const rest = { ...(input as Fields | undefined) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(typeof value === 'string' ? value : '')
  })
  return method === 'GET'
    ? { path: `/api${filled}${queryOf(rest)}`, body: null }
    : { path: `/api${filled}`, body: JSON.stringify(rest) }
}

/** Waits, unless the caller gives up first. */
const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

const secondsIn = (response: Response): number | null => {
  const text = response.headers.get('retry-after')
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

export const createSend = (options: ClientOptions, cookies: Cookies) => {
  const {
    url = '',
    language = 'en',
    timeZone,
    timeoutMs = TIMEOUT_MS,
    retries = RETRIES,
    maxWaitMs = MAX_WAIT_MS,
  } = options
  const request = options.fetch ?? ((...given: Parameters<typeof fetch>) => globalThis.fetch(...given))

  const once = async (key: EndpointKey, shape: Shape, sending: Sending): Promise<Response> => {
    const { path, body } = addressed(shape, sending.input)
    const timer = new AbortController()
    const timeout = setTimeout(() => timer.abort(), sending.timeoutMs ?? timeoutMs)
    const isJson = body !== null && sending.form === undefined
    const cookie = cookies.text()
    try {
      const response = await request(`${url}${path}`, {
        method: shape.method,
        headers: {
          'Accept-Language': language,
          'Time-Zone': timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(isJson ? { 'Content-Type': 'application/json' } : {}),
          ...(cookie === null ? {} : { Cookie: cookie }),
          ...sending.headers,
        },
        body: sending.form ?? body,
        signal: sending.signal ? AbortSignal.any([timer.signal, sending.signal]) : timer.signal,
        cache: 'no-store',
      })
      cookies.takeFrom(response)
      // Read within the time, so that an answer that breaks off is met here and sent again under the same key.
      if (sending.isStream) return response
      const bytes = await response.arrayBuffer()
      return new Response(bytes.byteLength > 0 ? bytes : null, response)
    } catch (error) {
      sending.signal?.throwIfAborted()
      throw new Unreachable(key, timer.signal.aborted ? 'timeout' : 'network', error)
    } finally {
      clearTimeout(timeout)
    }
  }

  /**
   * Sends a call and answers its response, accepted or refused; what is kept over the attempts is the whole of it, key included.
   * @throws Unreachable when no answer came, as often as it was safe to ask
   */
  return async (key: EndpointKey, sending: Sending): Promise<Response> => {
    const shape = shapeOf(key)
    for (let attempt = 0; ; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each attempt follows from the one before
      const ended = await once(key, shape, sending).catch((error: unknown) => {
        if (error instanceof Unreachable) return error
        throw error
      })
      if (!(ended instanceof Unreachable) && ended.status < 500 && ended.status !== 429) return ended
      // oxlint-disable-next-line no-await-in-loop
      const refusal = ended instanceof Unreachable ? null : await refusalOf(key, ended.clone())
      const outcome = {
        status: refusal?.status ?? null,
        isOutcomeUnknown: refusal?.isOutcomeUnknown ?? true,
        retryAfter: ended instanceof Unreachable ? null : secondsIn(ended),
      }
      const waitMs = waitBeforeRetry(outcome, shape.isRepeatable, attempt, { retries, maxWaitMs })
      if (waitMs === null) {
        if (ended instanceof Unreachable) throw ended
        return ended
      }
      // oxlint-disable-next-line no-await-in-loop
      await wait(waitMs, sending.signal)
    }
  }
}
export type Send = ReturnType<typeof createSend>

/** What an answer holds. */
export const dataOf = async (key: EndpointKey, response: Response): Promise<unknown> => {
  if (!response.ok) throw await refusalOf(key, response)
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data
  throw new Refused(key, {
    code: 'undefined',
    status: response.status,
    message: `${key}: an answer without data`,
    details: {},
    requestId: null,
  })
}
