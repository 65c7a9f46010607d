import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { aUser, aVerifiedUser, PASSWORD, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { errorAnswers } from './error-handler.ts'
import { mountShares, SHARE } from './share.ts'

const app = appOfFile({
  THROTTLE_FACTOR: '1',
  REQUEST_BODY_MS: '60000',
  REQUEST_DEADLINE_MS: '60000',
  TRUSTED_PROXIES: '127.0.0.1',
})

type Line = { socket: Socket; text: () => string; isOver: () => boolean }
const lines = new Set<Line>()
afterEach(() => {
  for (const { socket } of lines) socket.destroy()
  lines.clear()
})

const send = (bytes: string, url = app.url): Promise<Line> =>
  new Promise((resolve, reject) => {
    let text = ''
    let isOver = false
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(bytes, () => {
        const line = { socket, text: () => text, isOver: () => isOver }
        lines.add(line)
        resolve(line)
      }),
    )
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => (isOver = true))
    socket.on('error', reject)
  })

const headOf = (path: string, length: number, headers: Record<string, string>): string => {
  const named = Object.entries({ ...headers, 'content-type': 'application/json', 'content-length': String(length) })
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${named.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

/** Announces bodies and never sends them. */
const beginMany = (count: number, headersOf: (n: number) => Record<string, string>, path = '/hooks/stripe') =>
  Promise.all(Array.from({ length: count }, (_, n) => send(headOf(path, 9, headersOf(n)))))

const at = (address: string) => ({ 'x-forwarded-for': address })

const askAs = async (headers: Record<string, string>, path = '/api/health'): Promise<number> => {
  const response = await fetch(`${app.url}${path}`, { headers })
  await response.arrayBuffer()
  return response.status
}

const signInFrom = async (address: string, email: string): Promise<number> => {
  const response = await fetch(`${app.url}/api/auth/email/sign-in`, {
    method: 'POST',
    headers: { ...at(address), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  await response.arrayBuffer()
  return response.status
}

const openCount = (): number => [...lines].filter(({ isOver }) => !isOver()).length

test.each([70, 260])(
  '%i unfinished bodies of strangers leave the people at their address their calls and a sign-in',
  async (count) => {
    const address = `198.51.100.${count % 250}`
    const user = await aVerifiedUser(app.services)
    const { authorization } = await signedIn(app.services, user)
    const { email } = await aUser(app.services)
    await beginMany(count, () => at(address))
    expect(await askAs({ ...at(address), authorization }, '/api/clients/me')).toBe(200)
    expect(await signInFrom(address, email)).toBe(200)
    await expect.poll(openCount).toBe(SHARE.address)
  },
)

test('a body that comes after its head arrives although strangers at its address keep theirs', async () => {
  const address = '198.51.101.1'
  await beginMany(SHARE.address, () => at(address))
  const { email } = await aUser(app.services)
  const body = JSON.stringify({ email, password: PASSWORD })
  const { socket, text } = await send(headOf('/api/auth/email/sign-in', body.length, at(address)))
  await expect.poll(openCount).toBe(SHARE.address)
  socket.write(body)
  await expect.poll(text).toMatch(/^HTTP\/1\.1 200 /)
})

test('a network keeps only its share of unfinished bodies, the latest ones, and the others are refused', async () => {
  const all = await beginMany(SHARE.network + 10, (n) => at(`203.0.113.${(n % 50) + 1}`))
  await expect.poll(openCount).toBe(SHARE.network)
  const [ended] = all.filter(({ isOver }) => isOver())
  expect(ended?.text()).toMatch(/^HTTP\/1\.1 429 /)
  expect(ended?.text()).toContain('"reason":"inFlight"')
})

test('unfinished bodies of one person are bounded wherever they come from, and cost other people nothing', async () => {
  const person = await signedIn(app.services, await aVerifiedUser(app.services))
  const other = await signedIn(app.services, await aVerifiedUser(app.services))
  const begun = await beginMany(
    40,
    (n) => ({ ...at(`192.0.2.${n % 4}`), authorization: person.authorization }),
    '/api/clients/updateProfile',
  )
  await expect.poll(openCount).toBe(SHARE.person)
  const ask = ({ authorization }: { authorization: string }) =>
    askAs({ ...at('192.0.2.1'), authorization }, '/api/clients/me')
  expect(await ask(person)).toBe(429)
  expect(await ask(other)).toBe(200)
  expect(await askAs(at('192.0.2.1'))).toBe(200)
  for (const { socket } of begun) socket.destroy()
  await expect.poll(() => ask(person)).toBe(200)
})

test('calls that look at no session take nothing of the share of the person whose bearer they carry', async () => {
  const person = await signedIn(app.services, await aVerifiedUser(app.services))
  const headers = (address: string) => ({ ...at(address), authorization: person.authorization })
  const begun = await beginMany(SHARE.person + 5, () => headers('198.51.103.1'), '/api/auth/email/sign-in')
  await expect.poll(openCount).toBe(SHARE.person + 5)
  expect(await askAs(headers('198.51.104.1'), '/api/clients/me')).toBe(200)
  for (const { socket } of begun) socket.destroy()
})

test('a bearer that is none has no share of its own', async () => {
  await beginMany(SHARE.address + 5, (n) => ({ ...at('198.51.102.1'), authorization: `Bearer made-up-${n}` }))
  await expect.poll(openCount).toBe(SHARE.address)
})

/** Shares in front of work that lasts until it is let go. */
const heldWork = async () => {
  const bare = Fastify({ trustProxy: true, forceCloseConnections: true })
  bare.setErrorHandler(errorAnswers(app.services))
  mountShares(bare, { verify: app.services.bearers.verify, factor: 1 })
  const world = { letGo: () => {}, begun: 0, url: '' }
  const held = new Promise<void>((resolve) => (world.letGo = resolve))
  bare.post('/held', async () => {
    world.begun += 1
    await held
    return {}
  })
  world.url = await bare.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => (world.letGo(), bare.close()))
  return world
}

const ask = (url: string, address: string) =>
  fetch(`${url}/held`, { method: 'POST', headers: { ...at(address), 'content-type': 'application/json' }, body: '{}' })

test('an address has its share of calls at work and no more, and all of it again when they end', async () => {
  const world = await heldWork()
  const calls = Array.from({ length: SHARE.address }, () => ask(world.url, '198.51.100.1'))
  await expect.poll(() => world.begun).toBe(SHARE.address)
  expect((await ask(world.url, '198.51.100.1')).status).toBe(429)
  const other = ask(world.url, '198.51.100.2')
  await expect.poll(() => world.begun).toBe(SHARE.address + 1)
  world.letGo()
  expect((await Promise.all([...calls, other])).every(({ status }) => status === 200)).toBe(true)
  expect((await ask(world.url, '198.51.100.1')).status).toBe(200)
})

test('a network has its share of calls at work however many of its addresses are used', async () => {
  const world = await heldWork()
  const calls = Array.from({ length: SHARE.network }, (_, n) => ask(world.url, `2001:db8:0:${n % 50}::1`))
  await expect.poll(() => world.begun).toBe(SHARE.network)
  expect((await ask(world.url, '2001:db8:0:ff::1')).status).toBe(429)
  world.letGo()
  await Promise.all(calls)
})

test('bodies that arrive late find no more room for their work than whole calls', async () => {
  const world = await heldWork()
  const head = headOf('/held', 2, at('198.51.100.1'))
  const late = await Promise.all(Array.from({ length: SHARE.address }, () => send(head, world.url)))
  for (const { socket } of late) socket.write('{}')
  await expect.poll(() => world.begun).toBe(SHARE.address)
  const last = await send(head, world.url)
  last.socket.write('{}')
  await expect.poll(last.text).toMatch(/^HTTP\/1\.1 429 /)
  for (const { socket } of late) socket.destroy()
  await expect.poll(async () => (await send(`${head}{}`, world.url), world.begun)).toBeGreaterThan(SHARE.address)
})
