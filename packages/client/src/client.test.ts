/** What the client does with answers, over real connections to a server that gives the ones a test wants. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClient, isRefused, Unreachable } from './index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A server that answers like this, and what it was sent. */
const serve = async (answer: Answer) => {
  const seen: { path: string; key: string | undefined; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    seen.push({
      path: request.url ?? '',
      key: request.headers['idempotency-key']?.toString(),
      headers: request.headers,
    })
    request.resume().on('end', () => answer(request, response, seen.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const send = { toUser: 'ana.ruiz-2k9f', amount: 500, currency: 'USD' } as const

test('a money call whose connection breaks is sent again under the same key; another call gets another key', async () => {
  const { url, seen } = await serve((request, response, count) =>
    count === 1 ? request.socket.destroy() : json(response, 200, { data: { reference: 'PU-1' } }),
  )
  const client = createClient({ url })
  expect(await client.call('sendInApp', send)).toEqual({ reference: 'PU-1' })
  await client.call('sendInApp', send)
  const keys = seen.map(({ key }) => key)
  expect(keys[0]).toMatch(/^[!-~]{16,64}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('an answer that breaks off in the middle is no answer', async () => {
  const { url, seen } = await serve((_request, response, count) => {
    if (count > 1) return void json(response, 200, { data: { reference: 'PU-1' } })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"data":')
    setTimeout(() => response.destroy(), 20)
  })
  expect(await createClient({ url }).call('sendInApp', send)).toEqual({ reference: 'PU-1' })
  expect(seen[1]?.key).toBe(seen[0]?.key)
})

test('what changes something and has no key is not sent again when no answer came', async () => {
  const { url, seen } = await serve((request) => request.socket.destroy())
  const trouble = await createClient({ url })
    .call('requestEmailCode')
    .catch((error: unknown) => error)
  expect(trouble).toBeInstanceOf(Unreachable)
  expect(trouble).toMatchObject({ call: 'requestEmailCode', kind: 'network' })
  expect(seen).toHaveLength(1)
})

test('a refusal that asks for patience is obeyed, one that asks for too much is handed on', async () => {
  const busy = { code: 'tooManyRequests', message: 'Too many attempts.', details: {}, requestId: 'r' }
  const { url, seen } = await serve((request, response, count) => {
    if (request.url === '/api/clients/search') return void json(response, 429, busy, { 'retry-after': '900' })
    return void (count === 1 ? json(response, 429, busy, { 'retry-after': '1' }) : json(response, 200, { data: {} }))
  })
  const client = createClient({ url })
  const before = performance.now()
  await client.call('activity', {})
  expect(performance.now() - before).toBeGreaterThan(900)
  expect(seen).toHaveLength(2)
  expect(await client.attempt('search', { search: 'ana' })).toMatchObject({
    ok: false,
    refusal: { code: 'tooManyRequests' },
  })
  expect(seen).toHaveLength(3)
})

test('a call is given up at its time, and at once when its caller gives it up', async () => {
  const { url } = await serve(() => undefined)
  const client = createClient({ url, retries: 0 })
  await expect(client.call('me', undefined, { timeoutMs: 60 })).rejects.toMatchObject({ kind: 'timeout' })
  const caller = new AbortController()
  const call = client.call('me', undefined, { signal: caller.signal })
  caller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('the live stream ends as soon as its reader stops it, also between two connections', async () => {
  const { url, seen } = await serve((_request, response) => void response.writeHead(503).end())
  const caller = new AbortController()
  const events = createClient({ url, retries: 0 }).live({ signal: caller.signal })
  const next = events.next()
  await expect.poll(() => seen.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const before = performance.now()
  caller.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(performance.now() - before).toBeLessThan(500)
})

test('an answer that is none of the server is a refusal without a code, whose outcome is not known', async () => {
  const { url } = await serve((_request, response) => void response.writeHead(502).end('<html>Bad gateway</html>'))
  const error: unknown = await createClient({ url, retries: 0 })
    .call('sendInApp', send)
    .catch((thrown: unknown) => thrown)
  expect(isRefused(error, 'undefined') && error.isOutcomeUnknown).toBe(true)
})

test('what fills the path goes into the path, what is a list in a query is repeated', async () => {
  const { url, seen } = await serve((_request, response) => json(response, 200, { data: {} }))
  const client = createClient({ url })
  await client.call('startSocial', { provider: 'google', lang: 'en' })
  await client.call('listInvoices', { mode: 'all', limit: '5' })
  expect(seen.map(({ path }) => path)).toEqual(['/api/auth/social/google/start', '/api/invoice/list?mode=all&limit=5'])
})

test('the README shows the example that runs', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../examples/send.ts')}\`\`\``)
})
