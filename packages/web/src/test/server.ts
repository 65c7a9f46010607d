/** The server as component tests see it: every answer is stated by the test, the few that all need stand here. */
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { statusOf, type EndpointKey, type ErrorCode, type Result } from '@puente/contract'
import { routes } from '@puente/contract/routes'
import { aConfig } from './money.ts'

const origin = 'http://localhost:3000'

const place = (key: EndpointKey) => {
  const [method = 'GET', path = ''] = routes[key].split(' ')
  return { method: method.toLowerCase() as 'get' | 'post', url: `${origin}/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}` }
}

/** What a call sent, for tests that look at it. */
export type Seen = { body: unknown; headers: Headers; url: URL }

const handler = (key: EndpointKey, answer: (seen: Seen) => Response | Promise<Response>) => {
  const { method, url } = place(key)
  return http[method](url, async ({ request }) => {
    const text = await request.clone().text()
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // Not every body is JSON.
    }
    return answer({ body, headers: request.headers, url: new URL(request.url) })
  })
}

/** The call succeeds with this. */
export const answers = <K extends EndpointKey>(key: K, data: Result<K> | ((seen: Seen) => Result<K>)) =>
  handler(key, (seen) =>
    HttpResponse.json({
      data: (typeof data === 'function' ? (data as (seen: Seen) => Result<K>)(seen) : data) as JsonBodyType,
    }),
  )

/** The call is refused with this code. */
export const refuses = (key: EndpointKey, code: ErrorCode, details: Record<string, unknown> = {}) =>
  handler(key, () =>
    HttpResponse.json({ code, message: code, details, requestId: 'req_test' }, { status: statusOf[code] }),
  )

/** The call is answered by this function. */
export const handles = handler

/** Nothing comes back from the call. */
export const isDead = (key: EndpointKey) => handler(key, () => HttpResponse.error())

/** A stream on which nothing ever happens. */
const silence = () => new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } })

export const server = setupServer(
  handler('live', silence),
  handler('activity', () => HttpResponse.json({ data: {} })),
  handler('logout', () => HttpResponse.json({ data: {} })),
  answers('listNotifications', { items: [], unread: 0, last: null, end: true }),
  answers('events', {}),
  answers('health', { ok: true }),
  answers('config', aConfig()),
  answers('listCards', { items: [] }),
  answers('factors', {
    passwordChangedAt: '2026-01-05T15:00:00.000Z',
    passkeys: 0,
    totpSince: null,
    provesFrom: null,
    recoveryCodesLeft: null,
    phone: true,
  }),
  answers('socialProviders', { items: [] }),
  answers('listTransactions', { items: [], last: null, end: true }),
  answers('frequents', { items: [] }),
  answers('checkApproval', { names: [], isImpossible: false }),
  answers('listDecisions', { items: [] }),
  answers('limits', { tier: 1, rows: [], nextTier: null, nextRows: [] }),
  refuses('refreshSession', 'sessionClosed'),
)
