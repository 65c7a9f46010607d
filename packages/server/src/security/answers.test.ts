/** What every answer of the public port has or has not, whoever gives it; taken from the contract and a few addresses beside it. */
import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { appEndpoints, type EndpointKey, endpointOf } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodInput } from '#test/hostile.ts'
import { anEmail, aUser, aVerifiedUser, PASSWORD, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { aWebDir } from '#test/web-dir.ts'

const webDir = await aWebDir()
const app = appOfFile({}, { webDir })
afterAll(() => rm(webDir, { recursive: true }))
let bearer: string
beforeAll(async () => {
  bearer = (await signedIn(app.services, await aVerifiedUser(app.services))).authorization
})

const keys = Object.keys(appEndpoints) as EndpointKey[]
const urlOf = (key: EndpointKey) => `${app.url}/api${endpointOf(key).path.replace(/\{\w+\}/, `fil_${'0'.repeat(32)}`)}`
const BESIDE = [
  '/',
  '/sign-in',
  '/nowhere',
  '/api/nowhere',
  '/assets/main-abc.js',
  '/assets/none.js',
  '/sw.js',
  '/api/%ff',
  '/hooks/none',
]

/** One answer of each endpoint and of each address beside them, refused or not. */
const everyAnswer = async (
  init: (key: EndpointKey | null) => RequestInit = () => ({}),
): Promise<[string, Response][]> => {
  const of = async (name: string, url: string, key: EndpointKey | null): Promise<[string, Response]> => {
    const stop = new AbortController()
    const response = await fetch(url, { redirect: 'manual', signal: stop.signal, ...init(key) })
    // A stream never ends by itself.
    if (key === 'live') stop.abort()
    return [name, response]
  }
  return Promise.all([
    ...keys.map((key) => of(key, urlOf(key), key)),
    ...BESIDE.map((path) => of(path, `${app.url}${path}`, null)),
  ])
}

const methodOf = (key: EndpointKey | null) => ({ method: key ? endpointOf(key).method : 'GET' })

test('[V3.4.1] [V3.4.3] [V3.4.4] [V3.4.5] [V3.4.6] [V3.4.8] [V13.4.6] [V4.1.1] every answer has the headers that protect it, and tells nothing of what gives it', async () => {
  for (const [name, { headers }] of await everyAnswer(methodOf)) {
    const policy = headers.get('content-security-policy') ?? ''
    expect(headers.get('strict-transport-security'), name).toMatch(/max-age=31536000; includeSubDomains/i)
    expect(headers.get('x-content-type-options'), name).toBe('nosniff')
    expect(headers.get('referrer-policy'), name).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy'), name).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy'), name).toBe('same-origin')
    expect(policy, name).toContain("default-src 'none'")
    expect(policy, name).not.toMatch(/unsafe-|\*|data:.*script-src/)
    if (!policy.startsWith('sandbox')) expect(policy, name).toContain("frame-ancestors 'none'")
    for (const teller of ['server', 'x-powered-by', 'via']) expect(headers.get(teller), name).toBeNull()
    expect(headers.get('content-type') ?? 'none', name).toMatch(
      /^none$|^(text\/html|text\/plain|application\/json|text\/javascript|application\/javascript); charset=utf-8/i,
    )
  }
})

test('[V3.4.2] no other origin is ever told that it may read an answer, nor let through by a question before it', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
    const answers = await everyAnswer((key) => ({ ...methodOf(key), headers: { origin } }))
    const asked = await everyAnswer(() => ({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }))
    for (const [name, { headers }] of [...answers, ...asked])
      expect(
        [...headers.keys()].filter((header) => header.startsWith('access-control-')),
        name,
      ).toEqual([])
    for (const [name, { status }] of asked) expect(status, name).toBeGreaterThanOrEqual(400)
  }
})

const cookieCalls = keys.filter((key) => endpointOf(key).access !== 'user' && endpointOf(key).body)
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test.each(cookieCalls)('[V3.5.1] %s refuses a page of another origin, whatever cookie comes with it', async (key) => {
  for (const headers of FOREIGN) {
    const answer = await app.raw(key, goodInput(key), { headers, cookie: '__Host-puente=x' })
    expect(answer, JSON.stringify(headers)).toMatchObject({
      status: 400,
      code: 'invalidRequest',
      details: { reason: 'foreignOrigin' },
    })
  }
})

test('[V3.5.2] what a form of another site can send changes nothing: no call takes its content types', async () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']
  for (const key of keys.filter((one) => endpointOf(one).body))
    for (const type of types) {
      const { method } = endpointOf(key)
      const headers = { 'content-type': type }
      const visitor = await fetch(urlOf(key), { method, headers, body: '{}' })
      expect([400, 401], `${key} as ${type}`).toContain(visitor.status)
      const user = await fetch(urlOf(key), { method, headers: { ...headers, authorization: bearer }, body: '{}' })
      expect(user.status, `${key} as ${type}, logged in`).toBe(400)
    }
})

test('[V3.5.3] what changes something is not reached by GET or HEAD', async () => {
  const reads = new Set(keys.filter((key) => endpointOf(key).method === 'GET').map((key) => endpointOf(key).path))
  for (const key of keys.filter((one) => endpointOf(one).method !== 'GET' && !reads.has(endpointOf(one).path)))
    for (const method of ['GET', 'HEAD']) {
      const { status } = await fetch(urlOf(key), { method, headers: { authorization: bearer } })
      expect(status, `${method} ${key}`).toBe(404)
    }
})

test('[V7.6.2] no read gives a session', async () => {
  for (const [name, { headers }] of await everyAnswer(methodOf)) expect(headers.get('set-cookie'), name).toBeNull()
  const reads = new Set<string>([...keys.filter((key) => endpointOf(key).method === 'GET'), ...BESIDE])
  const signedInAnswers = await everyAnswer((key) => ({ ...methodOf(key), headers: { authorization: bearer } }))
  for (const [name, response] of signedInAnswers.filter(([one]) => reads.has(one))) {
    expect(response.headers.get('set-cookie'), name).toBeNull()
    if (name !== 'live') expect(await response.text(), name).not.toMatch(/"(bearer|token)":/)
  }
})

test('[V13.4.1] [V13.4.3] neither lists of folders nor files beside the built ones are served', async () => {
  const paths = [
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets',
    '/first/',
    '/assets/main-abc.js.map',
    '/assets/../index.html.bak',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/screens.json',
    '/node_modules/',
  ]
  for (const path of paths) {
    const response = await fetch(`${app.url}${path}`)
    const text = await response.text()
    expect(response.status, path).toBe(404)
    expect(text, path).not.toMatch(/main-abc|\[core\]|"dependencies"/)
  }
})

/** What is answered to these bytes, on a connection of their own. */
const say = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      socket.end()
    })
    socket.on('error', () => resolve(said))
    socket.on('close', () => resolve(said))
    socket.setTimeout(5_000, () => socket.destroy())
  })

const PATHS = ['/', '/api/clients/me', '/api/auth/email/sign-in', '/hooks/stripe', '/assets/main-abc.js']

test('[V13.4.4] TRACE, TRACK and CONNECT are refused or closed on every path', async () => {
  const ask = (method: string, path: string, more: string) =>
    say(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-secret: of-the-caller\r\n${more}\r\n`)
  for (const more of ['', `authorization: ${bearer}\r\n`]) {
    // What is answered to GET is heard, so silence is the server's.
    expect(await ask('GET', '/api/clients/me', more)).toMatch(more ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 401 /)
    for (const method of ['TRACE', 'TRACK', 'CONNECT'])
      for (const path of PATHS) {
        const said = await ask(method, path, more)
        expect(said, `${method} ${path}`).toMatch(/^$|^HTTP\/1\.1 (4\d\d|501) /)
        expect(said).not.toContain('of-the-caller')
      }
  }
})

test('[V4.4.1] [V4.4.2] no path speaks WebSocket, from whatever origin', async () => {
  for (const origin of ['https://evil.example', app.url])
    for (const path of [...PATHS, '/api/live']) {
      const upgrade =
        'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
      const said = await say(`GET ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n${upgrade}\r\n\r\n`)
      expect(said, path).toMatch(/^HTTP\/1\.1 [2-5]/)
    }
})

const activity = (token: string) => app.call('activity', {}, { bearer: token })
const partsOf = (text: string) => text.slice('Bearer '.length).split('.') as [string, string, string]
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>

test('[V9.1.1] [V7.2.1] a bearer that was changed anywhere is none', async () => {
  const token = bearer.slice('Bearer '.length)
  const [head, body, signature] = partsOf(bearer)
  // The last character of a part may hold bits that say nothing.
  const ends = new Set([head.length - 1, head.length + 1 + body.length - 1, token.length - 1])
  for (let at = 0; at < token.length; at += 7) {
    if (token[at] === '.' || ends.has(at)) continue
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    expect(await activity(changed), String(at)).toMatchObject({ status: 401, code: 'invalidToken' })
  }
  for (const claim of [
    { accessLevel: 2 },
    { sub: '0198c0de-0000-7000-8000-000000000001' },
    { sid: '0198c0de-0000-7000-8000-000000000002' },
  ])
    expect(await activity([head, encode({ ...decode(body), ...claim }), signature].join('.'))).toMatchObject({
      status: 401,
      code: 'invalidToken',
    })
})

test('[V9.1.2] [V9.1.3] a bearer chooses neither its algorithm nor its key', async () => {
  const [head, body, signature] = partsOf(bearer)
  const { publicKey } = app.services.keys.bearer.current.key
  const pem = publicKey.export({ format: 'pem', type: 'spki' })
  const hmac = (header: object) => {
    const signed = `${encode(header)}.${body}`
    return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
  }
  const own = decode(head)
  const attacks = [
    `${encode({ ...own, alg: 'none' })}.${body}.`,
    `${encode({ ...own, alg: 'None' })}.${body}.${signature}`,
    hmac({ ...own, alg: 'HS256' }),
    `${encode({ ...own, alg: 'RS256' })}.${body}.${signature}`,
    ...['jku', 'x5u'].map(
      (name) => `${encode({ ...own, [name]: 'https://evil.example/keys.json' })}.${body}.${signature}`,
    ),
    `${encode({ ...own, jwk: publicKey.export({ format: 'jwk' }) })}.${body}.${signature}`,
    ...['../../etc/passwd', "' or 1=1 --", '__proto__', 'constructor', ''].map(
      (kid) => `${encode({ ...own, kid })}.${body}.${signature}`,
    ),
  ]
  for (const attack of attacks)
    expect(await activity(attack), attack.slice(0, 80)).toMatchObject({ status: 401, code: 'invalidToken' })
})

test('[V9.2.2] a token of one kind is none of another', async () => {
  const user = await aUser(app.services)
  const { data } = await app.call('signIn', { email: user.email, password: PASSWORD })
  expect(await activity(data.token)).toMatchObject({ status: 401, code: 'invalidToken' })
  expect(await app.call('openSession', { token: bearer.slice('Bearer '.length).slice(0, 200) })).toMatchObject({
    status: 401,
    code: 'invalidToken',
  })
  expect(await app.call('confirmEmail', { emailToken: data.token })).toMatchObject({ code: 'invalidCode' })
  expect(await app.call('resetPassword', { token: data.token, newPassword: 'Otra-Nube-77x' })).toMatchObject({
    code: 'invalidCode',
  })
  expect((await app.call('openSession', { token: data.token })).status).toBe(200)
})

test('[V3.3.1] [V3.3.2] [V3.3.3] [V3.3.4] the cookies of signing in are those of docs/security.md, out of reach of scripts and other sites, and stand in no body', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const signIn = await app.call('signIn', { email: user.email, password: PASSWORD })
  const opened = await app.call('openSession', { token: signIn.data.token })
  const cookies = [signIn, opened].flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat().map(String))
  const names = cookies.map((cookie) => cookie.split('=')[0])
  expect(new Set(names)).toEqual(new Set(['__Host-puente', '__Host-puente-device']))
  for (const cookie of cookies) {
    for (const flag of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Domain=')
    const value = /=([^;]*)/.exec(cookie)?.[1] ?? ''
    expect(JSON.stringify([signIn.body, opened.body])).not.toContain(value)
  }
})

test('[V4.1.3] what a caller writes about its own address is not believed', async () => {
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-user-id': 'usr_1',
  }
  await app.call('signIn', { email: anEmail(), password: 'Wrong-Pass-1' }, { headers: forged })
  const rows = await app.services.db
    .selectFrom('audit_log')
    .select(['network'])
    .where('action', '=', 'password.refused')
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ network }) => network?.includes('203.0.113'))).toEqual([])
})

test('[V14.2.2] [V14.3.2] no answer of the API may be kept by anything on its way', async () => {
  for (const [name, { headers }] of await everyAnswer((key) => ({
    ...methodOf(key),
    headers: { authorization: bearer },
  })))
    if (!name.startsWith('/') || name.startsWith('/api')) expect(headers.get('cache-control'), name).toMatch(/no-store/)
})
