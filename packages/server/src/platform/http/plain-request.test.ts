import { expect, test } from 'vitest'
import { plainRequest } from './plain-request.ts'

const BODY = '{"amount":1}'
const post = (headers: string[], body = BODY, line = 'POST /api/send/in-app HTTP/1.1') =>
  Buffer.from([line, ...headers, '', body].join('\r\n'), 'latin1')
const LENGTH = `Content-Length: ${BODY.length}`

test('one whole request is plain, however its headers are written', () => {
  const plain = { method: 'POST', target: '/api/send/in-app', acceptLanguage: undefined }
  expect(plainRequest(post(['Host: localhost', LENGTH]))).toEqual(plain)
  expect(plainRequest(post([LENGTH.toLowerCase()]))).toEqual(plain)
  expect(plainRequest(post(['Connection: keep-alive', LENGTH, 'Accept-Language: es-MX']))).toEqual({
    ...plain,
    acceptLanguage: 'es-mx',
  })
  const get = post(['Host: localhost'], '', 'GET /api/wallet?x=1 HTTP/1.1')
  expect(plainRequest(get)).toEqual({ method: 'GET', target: '/api/wallet?x=1', acceptLanguage: undefined })
})

const NOT_PLAIN: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['a head that has not ended', Buffer.from(`POST /api/send/in-app HTTP/1.1\r\n${LENGTH}\r\n`)],
  ['a head without its body', post([LENGTH], '')],
  ['a body that is cut', post([LENGTH], BODY.slice(1))],
  ['a request with the beginning of another', post([LENGTH], `${BODY}GET`)],
  ['two requests', Buffer.concat([post([LENGTH]), post([LENGTH])])],
  ['two requests without a body', post([], 'GET /api/wallet HTTP/1.1\r\n\r\n', 'GET /api/wallet HTTP/1.1')],
  ['a body of no announced length', post([])],
  ['a length said twice', post([LENGTH, LENGTH])],
  ['two lengths', post([LENGTH, 'content-length: 3'])],
  ['a length that is no number', post(['content-length: 12a'])],
  ['a length with a sign', post(['content-length: +12'])],
  ['a length with a space before the colon', post(['content-length : 12'])],
  ['a body in chunks', post(['transfer-encoding: chunked'], '0\r\n\r\n')],
  ['chunks beside a length', post(['Transfer-Encoding: chunked', LENGTH])],
  ['an expectation', post(['Expect: 100-continue', LENGTH])],
  ['another protocol', post(['Upgrade: websocket', 'Connection: Upgrade', LENGTH])],
  ['a connection that is to end', post(['Connection: close', LENGTH])],
  ['a header that goes on in the next line', post(['x: a\r\n b', LENGTH])],
  ['a line that ends with half an end', post(['x: a\ny: b', LENGTH])],
  ['a return inside a line', post(['x: a\rb', LENGTH])],
  ['an older version', post([LENGTH], BODY, 'POST /api/send/in-app HTTP/1.0')],
  ['a method that is not ours', post([LENGTH], BODY, 'HEAD /api/wallet HTTP/1.1')],
  ['a whole address as target', post([LENGTH], BODY, 'POST http://localhost/api/send/in-app HTTP/1.1')],
  ['an empty line ahead', Buffer.concat([Buffer.from('\r\n'), post([LENGTH])])],
  ['more than a call needs', post([`x: ${'x'.repeat(9_000)}`, LENGTH])],
]

for (const [what, bytes] of NOT_PLAIN)
  test(`not plain: ${what}`, () => {
    expect(plainRequest(bytes)).toBeNull()
  })
