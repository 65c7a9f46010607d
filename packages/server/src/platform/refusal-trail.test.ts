import { beforeEach, expect, test } from 'vitest'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { withClient } from './db/pool.ts'
import { createLog } from './log.ts'
import { STRIKES } from './rate-limit/strikes.ts'
import { createRefusalTrail } from './refusal-trail.ts'

const app = appOfFile({ THROTTLE_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })

const trail = async () => {
  await app.services.refusals.flush()
  const rows = await app.services.db.selectFrom('audit_log').selectAll().where('action', '=', 'call.refused').execute()
  return rows.map(({ object_id, network, code, details }) => ({
    route: object_id,
    network,
    code,
    ...(details as object),
  }))
}
beforeEach(async () => {
  await app.services.refusals.flush()
  await withClient(app.database.superuserUrl, (client) => client.query('truncate audit_log'))
  app.clock.advance(3_600_000)
})

type Call = { method?: string; headers?: Record<string, string>; body?: string }

const from = (address: string, path: string, call: Call = {}) =>
  fetch(`${app.url}${path}`, { ...call, headers: { ...call.headers, 'x-forwarded-for': address } })
const statusesOf = async (count: number, ask: () => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push((await ask()).status)
  return statuses
}

test('[V16.3.3] refusals by bearer, origin, form and budget leave a row each kind, with network, route and how often', async () => {
  const json = { 'content-type': 'application/json' }
  for (let n = 0; n < 3; n += 1)
    await from('198.51.100.7', '/api/clients/me', { headers: { authorization: 'Bearer x' } })
  await from('198.51.100.9', '/api/clients/me', { headers: { authorization: 'Bearer y' } })
  await from('203.0.113.1', '/api/clients/me', { headers: { authorization: 'Bearer x' } })
  await from('203.0.113.1', '/api/content/config', { headers: { origin: 'https://evil.example' } })
  const forgot = () =>
    from('192.0.2.1', '/api/auth/password/forgot', { method: 'POST', headers: json, body: '{"email":"a@"}' })
  const max = STRIKES.badForm
  expect(await statusesOf(max + 2, forgot)).toEqual([...Array<number>(max).fill(400), 429, 429])
  await from('192.0.2.1', '/api/nowhere')
  const rows = await trail()
  expect(rows).toHaveLength(5)
  expect(rows).toEqual(
    expect.arrayContaining([
      { route: 'me', network: '198.51.100.0/24', code: 'invalidToken', reason: null, count: 4 },
      { route: 'me', network: '203.0.113.0/24', code: 'invalidToken', reason: null, count: 1 },
      { route: 'config', network: '203.0.113.0/24', code: 'invalidRequest', reason: 'foreignOrigin', count: 1 },
      { route: 'forgotPassword', network: '192.0.2.0/24', code: 'invalidEmail', reason: null, count: max },
      { route: 'forgotPassword', network: '192.0.2.0/24', code: 'tooManyRequests', reason: null, count: 2 },
    ]),
  )
})

test('a network that keeps sending bad bearers has to wait; a good one from it passes all the same', async () => {
  const { authorization } = await signedIn(app.services, await aVerifiedUser(app.services))
  const knock = (bearer: string, address = '198.51.100.7') =>
    from(address, '/api/clients/me', { headers: { authorization: bearer } })
  const statuses = await statusesOf(STRIKES.badBearer + 2, () => knock('Bearer x'))
  expect(statuses).toEqual([...Array<number>(STRIKES.badBearer).fill(401), 429, 429])
  expect((await knock(authorization)).status).toBe(200)
  expect((await knock('Bearer x', '203.0.113.1')).status).toBe(401)
  app.clock.advance(60_000)
  expect((await knock('Bearer x')).status).toBe(401)
})

test('forged webhooks are turned away unread after a while, and only where they come from', async () => {
  const forge = (address = '198.51.100.7') => from(address, '/hooks/stripe', { method: 'POST', body: '{}' })
  const statuses = await statusesOf(STRIKES.forgedHook + 2, forge)
  expect(statuses).toEqual([...Array<number>(STRIKES.forgedHook).fill(400), 429, 429])
  expect((await forge('203.0.113.1')).status).toBe(400)
  const ofForgers = (await trail()).filter(({ network }) => network === '198.51.100.0/24')
  expect(ofForgers).toEqual([
    { route: '/hooks/stripe', network: '198.51.100.0/24', code: 'invalidRequest', reason: 'signature', count: 30 },
    { route: '/hooks/stripe', network: '198.51.100.0/24', code: 'tooManyRequests', reason: null, count: 2 },
  ])
})

test('however many kinds of refusals a minute brings, its rows and lines are bounded, and none goes uncounted', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', write: (line) => void lines.push(line) })
  const flooded = createRefusalTrail({ db: app.services.db, log })
  for (let n = 0; n < 6_000; n += 1)
    flooded.note({ network: `2001:db8:${n.toString(16)}::/56`, route: 'me', code: 'invalidToken', reason: null })
  for (let n = 0; n < 50; n += 1) flooded.note({ network: 'loud', route: 'me', code: 'invalidToken', reason: null })
  await flooded.close()
  const rows = (await trail()) as { network: string | null; count?: number }[]
  expect(rows).toHaveLength(201)
  expect(lines).toHaveLength(201)
  expect(rows.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(6_050)
})
