import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { appEndpoints, type Endpoint, type EndpointKey, endpointOf } from '@puente/contract'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { metricsOf } from '#test/metrics.ts'
import { appOfFile } from '#test/suite.ts'
import { createGate, mountGate } from './gate.ts'
import { createPace } from './pace.ts'
import { refusalMessage } from './refusal.ts'
import { placesAt, type SheddablePriority, whyShed } from './shedding-rules.ts'

const pressure = { delayMs: 0 }
const app = appOfFile({}, { loopDelayMs: () => pressure.delayMs })
afterEach(() => {
  pressure.delayMs = 0
})

/** A call over a real connection: what is inside the application never meets the gate. */
const ask = async (key: EndpointKey, headers: Record<string, string> = {}) => {
  const { method, path } = endpointOf(key)
  const response = await fetch(`${app.url}/api${path.replace('{id}', `fil_${'0'.repeat(32)}`)}`, { method, headers })
  const body = (await response.json()) as { code?: string; message?: string; details?: object; requestId?: string }
  return { status: response.status, headers: response.headers, body }
}

/** One call of each priority, the lowest first. */
const ONE_OF: Record<SheddablePriority, EndpointKey> = {
  reports: 'readFile',
  search: 'search',
  lists: 'listTransactions',
  quotes: 'feeAmount',
  money: 'sendInApp',
}

test('the later the event loop runs the more is refused: what can wait first, money last', async () => {
  const refusedAt = async (delayMs: number) => {
    pressure.delayMs = delayMs
    const asked = Object.entries(ONE_OF).map(async ([priority, key]) => [priority, (await ask(key)).status] as const)
    return (await Promise.all(asked)).filter(([, status]) => status === 503).map(([priority]) => priority)
  }
  expect(await refusedAt(250)).toEqual([])
  expect(await refusedAt(251)).toEqual(['reports'])
  expect(await refusedAt(301)).toEqual(['reports', 'search'])
  expect(await refusedAt(351)).toEqual(['reports', 'search', 'lists'])
  expect(await refusedAt(401)).toEqual(['reports', 'search', 'lists', 'quotes'])
  expect(await refusedAt(1_001)).toEqual(Object.keys(ONE_OF))
})

test('whatever the delay, the server says that it is well and the live stream begins', async () => {
  pressure.delayMs = 60_000
  expect((await ask('health')).status).toBe(200)
  const user = await aVerifiedUser(app.services)
  const leave = new AbortController()
  const stream = await fetch(`${app.url}/api/live`, {
    headers: await signedIn(app.services, user),
    signal: leave.signal,
  })
  expect(stream.status).toBe(200)
  leave.abort()
})

test('a call that is turned away gets the text of the catalogue, a time to come back, and an id to ask support about', async () => {
  pressure.delayMs = 60_000
  const { status, headers, body } = await ask('wallet', { 'accept-language': 'es-MX' })
  expect(status).toBe(503)
  expect(body).toEqual({
    code: 'serviceUnavailable',
    message: refusalMessage('serviceUnavailable', { reason: 'busy' }, 'es'),
    details: { reason: 'busy', retryAfterSeconds: Number(headers.get('retry-after')) },
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await ask('wallet', { 'accept-language': 'ko' })).body.message).toMatch(/[\u3131-\uD79D]/)
})

test('those who are turned away together are not all told to come back together', async () => {
  pressure.delayMs = 60_000
  const waits = new Set<number>()
  for (let n = 0; n < 6; n += 1) waits.add(Number((await ask('wallet')).headers.get('retry-after')))
  expect(waits).toEqual(new Set([1, 2, 3]))
})

test('what was shed is counted by its priority and why, and as a refusal', async () => {
  const counted = async () => {
    const text = await metricsOf(app)
    const value = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0)
    return {
      shed: value(/^shed_total\{priority="search",reason="delay"\} (\d+)$/m),
      refused: value(/^refusals_total\{code="serviceUnavailable",status="503"\} (\d+)$/m),
    }
  }
  const before = await counted()
  pressure.delayMs = 320
  await ask('search')
  await ask('search')
  expect(await counted()).toEqual({ shed: before.shed + 2, refused: before.refused + 2 })
})

/** Sends the head of a call, and `body` of the hundred bytes that it announces. */
const begin = (key: EndpointKey, port: number, body = '', headers = ''): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { method, path } = endpointOf(key)
    const head = `${method} /api${path} HTTP/1.1\r\nhost: localhost\r\n${headers}idempotency-key: ${newId()}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
    const socket = connect(port, '127.0.0.1', () => socket.write(head + body, () => resolve(socket)))
    socket.on('error', reject)
  })

const appPort = () => Number(new URL(app.url).port)
const inFlight = async (kind: string) =>
  Number(new RegExp(`^requests_in_flight\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(await metricsOf(app))?.[1])

test('slow senders take no place: however many there are, the calls of others are served', async () => {
  const user = await aVerifiedUser(app.services)
  const { authorization } = await signedIn(app.services, user)
  const heads = Array.from({ length: placesAt(0) + 8 }, (_, n) =>
    n % 2 === 0
      ? begin('openSession', appPort(), '{"token":')
      : begin('sendInApp', appPort(), '', `authorization: ${authorization}\r\n`),
  )
  const sockets = await Promise.all(heads)
  expect(await inFlight('money')).toBe(0)
  expect((await ask('sendInApp')).status).toBe(401)
  expect((await ask('me', { authorization })).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

/** A server behind a gate, in which calls stay until they are let go. */
const gatedServer = async () => {
  const held: ServerResponse[] = []
  let places: () => Record<string, number> = () => ({})
  const metrics = { refused: () => {}, shed: () => {}, watchInFlight: (read: typeof places) => void (places = read) }
  const server = createServer((request, response) => {
    request.resume()
    held.push(response)
  })
  mountGate(server, createGate({ endpoints: appEndpoints, metrics, loopDelayMs: () => 0, headers: {} }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void (server.closeAllConnections(), server.close()))
  const { port } = server.address() as AddressInfo
  return { held, port, inFlight: () => places(), url: `http://127.0.0.1:${port}` }
}

test('a call takes its place when all of it has come, in one piece or in several, and gives it back with its answer', async () => {
  const world = await gatedServer()
  const whole = await begin('sendInApp', world.port, 'x'.repeat(100))
  await expect.poll(world.inFlight).toEqual({ money: 1, others: 0 })
  const slow = await begin('sendInApp', world.port, 'x'.repeat(40))
  await expect.poll(() => world.held.length).toBe(2)
  expect(world.inFlight()).toEqual({ money: 1, others: 0 })
  slow.write('x'.repeat(60))
  await expect.poll(world.inFlight).toEqual({ money: 2, others: 0 })
  for (const response of world.held) response.end()
  await expect.poll(world.inFlight).toEqual({ money: 0, others: 0 })
  const gone = await begin('sendInApp', world.port, 'x'.repeat(40))
  await expect.poll(() => world.held.length).toBe(3)
  for (const socket of [whole, slow, gone]) socket.destroy()
  await expect.poll(world.inFlight).toEqual({ money: 0, others: 0 })
})

test('money calls beyond the places there are for them are refused before anything is done, and others are not', async () => {
  const world = await gatedServer()
  const sockets = await Promise.all(
    Array.from({ length: placesAt(0) }, () => begin('sendInApp', world.port, 'x'.repeat(100))),
  )
  await expect.poll(world.inFlight).toEqual({ money: placesAt(0), others: 0 })
  const { method, path } = endpointOf('sendInApp')
  expect((await fetch(`${world.url}/api${path}`, { method, body: '{}' })).status).toBe(503)
  expect(world.held).toHaveLength(placesAt(0))
  const read = fetch(`${world.url}/api${endpointOf('wallet').path}`)
  await expect.poll(world.inFlight).toEqual({ money: placesAt(0), others: 1 })
  for (const response of world.held) response.end()
  expect((await read).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('a connection whose call was refused unread carries the next one', async () => {
  pressure.delayMs = 60_000
  const body = JSON.stringify({ note: 'x'.repeat(2_000) })
  const refused = `POST /api/send/in-app HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(refused))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.endsWith('}') && !text.includes('"ok"'))
        socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
})

test('a call that is turned away unread gets the same answer and headers as one that was read first', async () => {
  const call = (key: EndpointKey) =>
    `${endpointOf(key).method} /api${endpointOf(key).path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`
  pressure.delayMs = 60_000
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const calls = [call('wallet'), call('wallet'), call('health')]
    let text = ''
    const next = () => {
      const one = calls.shift()
      if (one) socket.write(one)
      else socket.end()
    }
    socket.on('connect', next)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.endsWith('}')) next()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  const [read = '', unread = '', served = ''] = said.split(/(?=HTTP\/1\.1 )/)
  const namesOf = (answer: string) =>
    new Set(
      answer
        .split('\r\n\r\n')[0]
        ?.split('\r\n')
        .slice(1)
        .map((line) => line.split(':')[0]?.toLowerCase()),
    )
  const withoutId = (answer: string) =>
    answer
      .split('\r\n\r\n')[1]
      ?.replace(/"requestId":".*"/, '')
      .replaceAll(/[123]/g, 'n')
  expect(read).toContain('HTTP/1.1 503 Service Unavailable\r\n')
  expect(unread).toContain('HTTP/1.1 503 Service Unavailable\r\n')
  expect(withoutId(unread)).toBe(withoutId(read))
  for (const name of ['date', 'retry-after', 'content-length', 'cache-control', 'content-type'])
    expect(namesOf(unread)).toContain(name)
  const ofEvery = [...namesOf(served)].filter((name) => name !== 'keep-alive' && !name?.startsWith('x-ratelimit'))
  expect([...namesOf(unread)]).toEqual(expect.arrayContaining(ofEvery))
  expect([...namesOf(read)]).toEqual(expect.arrayContaining(ofEvery))
})

test('every money call has the priority of money', () => {
  const money = Object.entries<Endpoint>(appEndpoints).filter(([, { idempotent }]) => idempotent)
  for (const [key, { priority }] of money) expect(priority, key).toBe('money')
})

test('a process works on as many calls at a time as end within a third of a second or so, within bounds', () => {
  expect([0, 700, 1_000, 2_000, 3_000, 100_000].map(placesAt)).toEqual([256, 256, 350, 700, 768, 768])
  expect(whyShed('money', { inFlight: 699, places: placesAt(2_000), delayMs: 0 })).toBeNull()
  expect(whyShed('money', { inFlight: 700, places: placesAt(2_000), delayMs: 0 })).toBe('crowded')
})

test('the pace is that of the last second with calls', () => {
  let at = 0
  const pace = createPace(() => at)
  for (let n = 0; n < 30; n += 1) pace.ended()
  at = 900
  expect(pace.perSecond()).toBe(0)
  at = 1_500
  expect(pace.perSecond()).toBe(20)
  at = 2_400
  expect(pace.perSecond()).toBe(20)
  at = 2_500
  expect(pace.perSecond()).toBe(0)
})
