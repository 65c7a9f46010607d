import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anOpenSession, aMe } from '#test/render.tsx'
import { answers, handles, isDead, refuses, server } from '#test/server.ts'
import { ApiRefusal, ApiUnreachable, isOutcomeUnknown } from './api-errors.ts'
import { REQUEST_TIMEOUT_MS, call, closeCalls, onSessionEnd, setBearer, type SessionEnd } from './api.ts'
import { setClock } from '#lib/browser/clock.ts'
import { newKey } from './idempotency.ts'

const ended = vi.fn<(reason: SessionEnd) => void>()

beforeEach(() => {
  ended.mockReset()
  onSessionEnd(ended)
  setBearer('old')
})
afterEach(() => setClock())

const expired = () => Response.json({ code: 'tokenExpired', message: '', requestId: 'r' }, { status: 401 })

test('concurrent calls with an expired bearer share one refresh and are all sent again', async () => {
  let refreshes = 0
  server.use(
    handles('me', ({ headers }) =>
      headers.get('Authorization') === 'Bearer new' ? Response.json({ data: aMe() }) : expired(),
    ),
    handles('refreshSession', () => {
      refreshes += 1
      return Response.json({ data: { ...anOpenSession(), bearer: 'new' } })
    }),
  )
  const users = await Promise.all([call('me'), call('me'), call('me')])
  expect(users.map((user) => user.email)).toEqual(Array(3).fill('maria@example.com'))
  expect(refreshes).toBe(1)
  expect(ended).not.toHaveBeenCalled()
})

test('a session that the cookie cannot refresh ends with the reason of the server', async () => {
  server.use(handles('me', expired), refuses('refreshSession', 'sessionClosed', { reason: 'idle' }))
  await expect(call('me')).rejects.toMatchObject({ code: 'sessionClosed' })
  expect(ended).toHaveBeenCalledExactlyOnceWith('idle')
})

test('a wrong password given as proof does not touch the session', async () => {
  server.use(refuses('unlockSession', 'invalidSignIn'))
  await expect(call('unlockSession', { password: 'x' })).rejects.toMatchObject({ code: 'invalidSignIn' })
  expect(ended).not.toHaveBeenCalled()
})

test('a money call carries its key, the zone and the language', async () => {
  const key = newKey()
  let seen: Headers | undefined
  server.use(
    handles('sendInApp', ({ headers }) => {
      seen = headers
      return Response.json({ data: {} })
    }),
  )
  await call('sendInApp', { toUser: 'maria', amount: 100, currency: 'USD' }, { idempotencyKey: key })
  expect(seen?.get('Idempotency-Key')).toBe(key)
  expect(seen?.get('Authorization')).toBe('Bearer old')
  expect(seen?.get('Time-Zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(seen?.get('Accept-Language')).toBe('en')
})

test('no answer leaves the outcome of a money call unknown, never failed', async () => {
  server.use(isDead('sendInApp'))
  const error = await call('sendInApp', { toUser: 'maria', amount: 100, currency: 'USD' }).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(ApiUnreachable)
  expect(isOutcomeUnknown(error)).toBe(true)
})

test.each<[string, unknown, boolean]>([
  ['a refusal is an outcome', new ApiRefusal('senderUnsufficientFunds', 422), false],
  ['a server that is not available has done nothing', new ApiRefusal('serviceUnavailable', 503), false],
  [
    'a rail in maintenance has done nothing',
    new ApiRefusal('serviceUnavailable', 503, { rail: 'card', alternatives: [] }),
    false,
  ],
  [
    'a server that cannot tell says so',
    new ApiRefusal('serviceUnavailable', 503, { outcome: 'unknown', reason: 'unknownOutcome' }),
    true,
  ],
  ['an unexpected error leaves the outcome open', new ApiRefusal('unknown', 500), true],
  ['an answer of a proxy leaves the outcome open, whatever its status', new ApiRefusal('undefined', 503), true],
  ['an error of our own is no answer and no outcome', new TypeError('x'), false],
])('%s', (_what, error, isUnknown) => {
  expect(isOutcomeUnknown(error)).toBe(isUnknown)
})

test('a call without an answer is given up in time', async () => {
  let giveUp = () => {}
  let waited = 0
  setClock({
    now: () => 0,
    after: (ms, run) => {
      waited = ms
      giveUp = run
      return () => undefined
    },
    every: () => () => undefined,
  })
  server.use(handles('config', () => new Promise(() => undefined)))
  const outcome = call('config').catch((error: unknown) => error)
  giveUp()
  expect(await outcome).toMatchObject({ kind: 'timeout' })
  expect(waited).toBe(REQUEST_TIMEOUT_MS)
})

test('EC-68 an answer without a code has the code undefined; a Retry-After becomes a detail', async () => {
  server.use(handles('me', () => new Response('<html>', { status: 502, headers: { 'Retry-After': '30' } })))
  await expect(call('me')).rejects.toMatchObject({ code: 'undefined', status: 502, details: { retryAfterSeconds: 30 } })
})

test('a query goes into the address, a path parameter into the path', async () => {
  let address = ''
  server.use(
    handles('livePoll', ({ url }) => {
      address = url.pathname + url.search
      return Response.json({ data: { events: [], last: 0 } })
    }),
    answers('health', { ok: true }),
  )
  await call('livePoll', { after: '7' })
  expect(address).toBe('/api/live/poll?after=7')
})

test('once the session is over nothing is asked that could only be refused', async () => {
  const asked: string[] = []
  server.use(
    handles('me', () => (asked.push('me'), Response.json({ data: aMe() }))),
    handles('refreshSession', () => (asked.push('refresh'), expired())),
  )
  closeCalls()
  await expect(call('me')).rejects.toMatchObject({ status: 401, code: 'sessionClosed' })
  expect(asked).toEqual([])
  expect(ended).not.toHaveBeenCalled()
  setBearer('new')
  await expect(call('me')).resolves.toMatchObject({ email: 'maria@example.com' })
})
