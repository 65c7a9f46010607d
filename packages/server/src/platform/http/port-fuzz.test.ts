/**
 * Requests that no client of ours sends, over real connections to the whole port: whatever a stranger makes of method,
 * path, headers, framing and body, the answer is never the server's fault. `FUZZ_SEED=N` repeats a run.
 */
import { METHODS } from 'node:http'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { appEndpoints, type EndpointKey, endpointOf } from '@puente/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { aWebDir } from '#test/web-dir.ts'

const seed = Number(process.env.FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31))
const webDir = await aWebDir()
// What is looked for is the server's mistakes; that it is busy or slow is none.
const app = appOfFile({ REQUEST_DEADLINE_MS: '60000' }, { webDir, loopDelayMs: () => 0 })
let bearer: string
beforeAll(async () => {
  bearer = (await signedIn(app.services, await aVerifiedUser(app.services))).authorization
})
afterAll(() => rm(webDir, { recursive: true }))

const NO_ANSWER_MS = 30_000
/** After this much silence an answer counts as complete; the connection may stay open for the next request. */
const QUIET_MS = 20

/** What is said to some bytes on a connection of their own; `isCutOff` hangs up after them, whatever was announced. */
const exchange = (bytes: Buffer, { isCutOff = false } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
      isCutOff ? socket.end(bytes) : socket.write(bytes),
    )
    let said = ''
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(said)
    }
    const give = (): void => reject(new Error(`no answer to ${bytes.toString('latin1')}`))
    let timer = setTimeout(give, NO_ANSWER_MS)
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      clearTimeout(timer)
      timer = setTimeout(done, QUIET_MS)
    })
    socket.on('close', done)
    // A client that is refused while it still sends may be cut off.
    socket.on('error', done)
  })

const answersIn = (said: string) =>
  said
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 100 '))
    .map((answer) => ({ status: Number(answer.slice(9, 12)), head: (answer.split('\r\n\r\n')[0] ?? '').toLowerCase() }))

const expectAnswered = (said: string, what: string): void => {
  const answers = answersIn(said)
  for (const { status, head } of answers) {
    expect(status, `${what}\n${said}`).toBeGreaterThanOrEqual(200)
    expect(status, `${what}\n${said}`).toBeLessThan(500)
    expect(head, what).toContain('\r\nx-content-type-options: nosniff')
    expect(head, what).toContain("\r\ncontent-security-policy: default-src 'none'")
  }
}

const plain = (line: string, ...headers: string[]): Buffer =>
  Buffer.from(`${line} HTTP/1.1\r\n${['host: localhost', ...headers].join('\r\n')}\r\n\r\n`, 'latin1')

test.each(['//', '//:', '//[', '//evil.example/', '/\\', '/%', '/%ff', '/api/%ff', '/api/files/%00', '/assets/..%2f'])(
  'GET %s is answered with a page or a refusal',
  async (target) => {
    const said = await exchange(plain(`GET ${target}`))
    expect(answersIn(said)).toHaveLength(1)
    expectAnswered(said, target)
  },
)

test.each([
  ['range: bytes=9-1', 200],
  ['range: bytes=99999-', 200],
  ['if-match: "none"', 400],
  ['if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT', 400],
  ['content-encoding: gzip', 400],
  ['content-encoding: x', 400],
  ['expect: the-unexpected', 200],
])('an asset that is asked for with "%s" is answered with %i', async (header, status) => {
  const said = await exchange(plain('GET /assets/main-abc.js', header))
  expect(answersIn(said)).toMatchObject([{ status }])
  expectAnswered(said, header)
})

test('a body in an encoding is refused on every route, and never unpacked', async () => {
  for (const target of ['/api/auth/email/sign-in', '/hooks/stripe', '/csp', '/api/nowhere']) {
    const said = await exchange(
      plain(`POST ${target}`, 'content-type: application/json', 'content-encoding: gzip', 'content-length: 0'),
    )
    expect(answersIn(said), target).toMatchObject([{ status: 400 }])
    expectAnswered(said, target)
  }
})

test('what never becomes a request is refused under the headers of every answer', async () => {
  for (const text of ['HELLO\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n']) {
    const said = await exchange(Buffer.from(text, 'latin1'))
    expect(answersIn(said), text).toMatchObject([{ status: 400 }])
    expectAnswered(said, text)
  }
})

const ODD = [
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  'constructor',
  '__proto__',
  '[',
  ':',
  '@',
  '\\',
  '{id}',
  '*',
  '"',
  "'",
  '|',
  '~',
]
const paths = (Object.keys(appEndpoints) as EndpointKey[]).map((key) => `/api${endpointOf(key).path}`)
const segment = fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 12 }))
const target = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...paths) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/',
      '/sign-in',
      '/assets/main-abc.js',
      '/sw.js',
      '/hooks/stripe',
      '/hooks/onfido',
      '/csp',
      '/health',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...paths, '', '/assets', '/hooks'), fc.array(segment, { maxLength: 4 }))
      .map(([start, more]) => [start, ...more].join('/')),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
)
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(segment, segment), { maxLength: 4 })
      .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
  },
)
const HEADERS: [string, string[]][] = [
  [
    'content-type',
    [
      'application/json',
      'application/json; charset=utf-7',
      'text/plain',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'x',
      '/',
      ';',
    ],
  ],
  ['content-encoding', ['gzip', 'br', 'identity', 'x', '']],
  ['accept-encoding', ['gzip', 'br;q=1, *;q=0', 'identity;q=0', '*;q=x', ',,']],
  ['range', ['bytes=0-0', 'bytes=5-1', 'bytes=-', 'bytes=0-,0-,0-', 'lines=1']],
  ['if-match', ['*', '"x"', 'W/']],
  ['if-none-match', ['*', '"x"', ',']],
  ['if-unmodified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'never']],
  ['if-modified-since', ['Thu, 01 Jan 2100 00:00:00 GMT', 'never']],
  ['if-range', ['"x"', 'x']],
  ['expect', ['100-continue', '200-ok']],
  ['upgrade', ['websocket', 'h2c']],
  ['connection', ['upgrade', 'close', 'keep-alive', 'content-length, host']],
  ['te', ['trailers']],
  ['origin', ['null', 'https://evil.example', 'x', 'http://[']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['cookie', ['__Host-puente=x', '__Host-puente-lang=constructor', '=;;=', '__Host-puente=%ff; %=%']],
  ['authorization', ['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eDp4']],
  ['idempotency-key', ['short', 'a-key-of-the-fuzzer-1', 'constructor__proto__']],
  ['accept-language', ['ko', 'constructor', ',;q=;', 'es-*']],
  ['time-zone', ['constructor', 'Etc/Nowhere', 'Asia/Seoul', '+00:00']],
  ['last-event-id', ['-1', '1e9', 'x', '999999999999999']],
  ['user-agent', ['', 'x'.repeat(5_000)]],
  ['x-forwarded-for', ['x', '1.2.3.4, , ::1', '999.999.999.999']],
  ['host', ['', 'b', 'a:b:c']],
  ['stripe-signature', ['t=1,v1=00', 't=,v1=', ',']],
  ['x-sha2-signature', ['00', 'x']],
]
const header = fc
  .constantFrom(...HEADERS)
  .chain(([name, values]) =>
    fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 10 })).map((value) => `${name}: ${value}`),
  )
const body = fc.oneof(
  fc.constant(''),
  fc.json().map(String),
  fc.constantFrom('{', '[]', 'null', '{"__proto__":{}}', '['.repeat(10_000), '--b\r\n\r\n', '--b--', '\u0000'),
  fc.string(),
)
const framing = fc.constantFrom('length', 'length', 'length', 'none', 'chunked', 'short', 'long', 'both', 'broken')

const request = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS, 'get', 'NONE') },
  ),
  target,
  query,
  version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0', '2.0', '0.9'),
  headers: fc.array(header, { maxLength: 5 }),
  isSignedIn: fc.boolean(),
  body,
  framing,
})

type Asked = typeof request extends fc.Arbitrary<infer T> ? T : never

const bytesOf = ({
  method,
  target: path,
  query: more,
  version,
  headers,
  isSignedIn,
  body: text,
  framing: how,
}: Asked): Buffer => {
  const length = Buffer.byteLength(text, 'latin1')
  const frames: Record<string, [string[], string]> = {
    length: [[`content-length: ${length}`], text],
    none: [[], text],
    chunked: [
      ['transfer-encoding: chunked'],
      `${length === 0 ? '' : `${length.toString(16)}\r\n${text}\r\n`}0\r\n\r\n`,
    ],
    short: [[`content-length: ${length + 5}`], text],
    long: [[`content-length: ${Math.max(0, length - 5)}`], text],
    both: [[`content-length: ${length}`, 'transfer-encoding: chunked'], text],
    broken: [['transfer-encoding: chunked'], `zz\r\n${text}`],
  }
  const [framed, sent] = frames[how] ?? [[], '']
  const lines = [
    'host: localhost',
    ...(isSignedIn ? [`authorization: ${bearer}`, 'idempotency-key: a-key-of-the-fuzzer-2'] : []),
    ...headers,
    ...framed,
  ]
  return Buffer.from(`${method} ${path}${more} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n${sent}`, 'latin1')
}

/** Framings that never complete. */
const CUT_OFF = new Set(['short', 'both', 'broken'])

test(`whatever is sent to the port, no answer says that the server failed (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 24, maxLength: 24 }), async (asked) => {
      await Promise.all(
        asked.map(async (one) => {
          const bytes = bytesOf(one)
          const said = await exchange(bytes, { isCutOff: CUT_OFF.has(one.framing) })
          // Node closes an unserved tunnel without an answer.
          if (!CUT_OFF.has(one.framing) && one.method !== 'CONNECT') expect(said, bytes.toString('latin1')).not.toBe('')
          expectAnswered(said, bytes.toString('latin1'))
        }),
      )
    }),
    { seed, numRuns: 40 },
  )
})
