import { connect } from 'node:net'
import { appEndpoints, type EndpointKey, endpointOf } from '@puente/contract'
import { beforeAll, expect, test } from 'vitest'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
let bearer: string
beforeAll(async () => {
  const user = await aVerifiedUser(app.services)
  bearer = (await signedIn(app.services, user)).authorization.slice('Bearer '.length)
})

const keys = Object.keys(appEndpoints) as EndpointKey[]
const url = (key: EndpointKey) => `${app.url}/api${endpointOf(key).path.replace('{id}', `fil_${'0'.repeat(32)}`)}`

const send = async (key: EndpointKey, init: RequestInit) => {
  const response = await fetch(url(key), { method: endpointOf(key).method, ...init })
  const body = (await response.json()) as { code?: string; requestId?: string; message?: string }
  return { status: response.status, headers: response.headers, ...body }
}

test.each(keys.filter((key) => endpointOf(key).access === 'user'))(
  'PM-11 EC-17 EC-19 EC-16 %s wants a bearer, and says what is wrong with it',
  async (key) => {
    expect(await send(key, {})).toMatchObject({ status: 401, code: 'AuthHeaderRequired' })
    expect(await send(key, { headers: { authorization: 'Basic abc' } })).toMatchObject({
      status: 401,
      code: 'AuthHeaderRequired',
    })
    expect(await send(key, { headers: { authorization: 'Bearer ' } })).toMatchObject({
      status: 401,
      code: 'authTokenMissing',
    })
    expect(await send(key, { headers: { authorization: 'Bearer not.a.token' } })).toMatchObject({
      status: 401,
      code: 'invalidToken',
    })
  },
)

test.each(keys.filter((key) => endpointOf(key).idempotent))(
  'EC-18 X-01 %s without a good key is missingHeader',
  async (key) => {
    for (const header of [undefined, 'short', 'x'.repeat(65), 'with a blank in the middle']) {
      const answer = await app.raw(key, {}, { bearer, ...(header ? { key: header } : {}) })
      expect(answer, String(header)).toMatchObject({ status: 400, code: 'missingHeader' })
    }
  },
)

const signIn = (init: RequestInit) => send('signIn', { method: 'POST', ...init })

test('EC-18 a body of another content type, or of none, is missingHeader', async () => {
  expect(await signIn({ body: '{}', headers: { 'content-type': 'text/plain' } })).toMatchObject({
    status: 400,
    code: 'missingHeader',
  })
  expect(await signIn({})).toMatchObject({ status: 400, code: 'missingHeader' })
})

test.each([
  ['{"email":', { reason: 'malformedJson' }],
  ['[1,2', { reason: 'malformedJson' }],
  ['', { reason: 'emptyBody' }],
  ['null', { field: '' }],
  ['"text"', { field: '' }],
  ['7', { field: '' }],
])('EC-34 the body %s is refused with the reason', async (body, details) => {
  const answer = await signIn({ body, headers: { 'content-type': 'application/json' } })
  expect(answer).toEqual(expect.objectContaining({ status: 400, code: 'invalidRequest', details }))
})

test('EC-34 a body over 64 kB is refused with the reason', async () => {
  const body = JSON.stringify({ email: 'a'.repeat(70_000), password: 'x' })
  expect(await signIn({ body, headers: { 'content-type': 'application/json' } })).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'tooLarge' },
  })
})

test('EC-66 unknown paths and wrong methods are notFound, with a request id', async () => {
  for (const [method, path] of [
    ['GET', '/api/nope'],
    ['DELETE', '/api/clients/me'],
    ['GET', '/api/auth/email/sign-in'],
    ['POST', '/api/%ff'],
    ['GET', '/api/../secrets'],
  ] as const) {
    const response = await fetch(`${app.url}${path}`, { method })
    const body = (await response.json()) as { code: string; requestId: string }
    expect(response.status, path).toBe(404)
    expect(body.code).toBe('notFound')
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('EC-34 a call from a foreign page is refused', async () => {
  const body = JSON.stringify({ email: 'a@example.co', password: 'x' })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]
  for (const headers of foreign) {
    const answer = await app.raw('signIn', JSON.parse(body), { headers })
    expect(answer).toMatchObject({ status: 400, code: 'invalidRequest' })
  }
})

test.each(keys.filter((key) => endpointOf(key).method === 'GET'))(
  '[V3.5.8] %s is not read from a foreign page either, with whatever bearer',
  async (key) => {
    const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]
    for (const headers of foreign) {
      const answer = await send(key, { headers: { ...headers, authorization: `Bearer ${bearer}` } })
      expect(answer).toMatchObject({ status: 400, code: 'invalidRequest' })
    }
  },
)

test('an answer of the API is never stored, and carries the security headers', async () => {
  const { headers } = await fetch(`${app.url}/api/health`)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('the message of a refusal is in the language that was asked for', async () => {
  const body = JSON.stringify({ email: 'nobody@example.co', password: 'Wrong-Pass-1' })
  const ask = (language: string) =>
    signIn({ body, headers: { 'content-type': 'application/json', 'accept-language': language } })
  expect((await ask('es-MX')).message).toBe('El correo o la contraseña no son correctos')
  expect((await ask('ko-KR')).message).toBe('이메일이나 비밀번호가 맞지 않아요')
})

/** One raw exchange, for requests that no HTTP client would send. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text))
    let said = ''
    socket.on('data', (chunk) => (said += chunk.toString()))
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })

test('two Host lines and absolute targets are refused', async () => {
  const twice = await exchange('GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
  expect(twice).toMatch(/^HTTP\/1\.1 400/)
  const absolute = await exchange('GET http://evil.example/api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  expect(absolute).toMatch(/^HTTP\/1\.1 400/)
})

test('every answer is dated by the clock of the product, refusals too', async () => {
  const dated = async (key: EndpointKey) => Date.parse((await send(key, {})).headers.get('date') ?? '')
  app.clock.advance(72 * 3_600_000)
  for (const key of ['health', 'me'] as const)
    expect(Math.abs((await dated(key)) - app.clock.now().getTime()), key).toBeLessThan(5_000)
})

test('what is no HTTP at all gets the words of the catalogue', async () => {
  const answer = await exchange('HELLO\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  expect(answer).toContain('"code":"invalidRequest"')
})
