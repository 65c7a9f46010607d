import { endpointOf, session as limits } from '@puente/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#platform/crypto/tokens.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { aUser, PASSWORD, withBalance } from '#test/factories.ts'
import { sessionsTasks } from './tasks.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const enterNew = async (options: Parameters<typeof aUser>[1] = {}) => {
  const user = await aUser(world.services, options)
  return { user, ...(await world.enter(user.email, PASSWORD)) }
}
const tokenOf = async (email: string): Promise<string> =>
  (await world.call('signIn', { email, password: PASSWORD })).data.token
const activity = (bearer: string) => world.call('activity', {}, { bearer })
const refresh = (cookie: string) => world.call('refreshSession', {}, { cookie })
const closed = (reason: string) => ({ status: 401, code: 'sessionClosed', details: { reason } })

test('ST-07 C-33 the session is kept in one strict cookie for as long as the settings say', async () => {
  const { email } = await aUser(world.services)
  const { headers, data } = await world.call('openSession', { token: await tokenOf(email) })
  const line = String([headers['set-cookie']].flat()[0])
  expect(line).toMatch(/^__Host-puente=[\w-]{43}; /)
  expect(line.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    `Max-Age=${limits.sessionAbsoluteMinutes * 60}`,
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ])
  expect(Date.parse(data.absoluteExpiresAt) - Date.parse(data.idleExpiresAt)).toBe(
    (limits.sessionAbsoluteMinutes - limits.sessionIdleMinutes) * 60_000,
  )
})

test('ST-01 EC-16 a sign-in token opens one session only, also when it is used twice at once', async () => {
  const { email } = await aUser(world.services)
  const token = await tokenOf(email)
  const answers = await Promise.all([1, 2, 3].map(() => world.call('openSession', { token })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  expect(await world.call('openSession', { token })).toMatchObject({ status: 401, code: 'invalidToken' })
  expect(await world.call('openSession', { token: 'made-up' })).toMatchObject({ status: 401, code: 'invalidToken' })
})

test('ST-01 EC-14 a sign-in token is good for sixty seconds', async () => {
  const { email } = await aUser(world.services)
  const token = await tokenOf(email)
  world.clock.advance(60_000)
  expect(await world.call('openSession', { token })).toMatchObject({ status: 401, code: 'tokenExpired' })
})

test('EK-06 PM-11 EC-17 EC-19 EC-16 each bad bearer has its code', async () => {
  const call = (authorization?: string) =>
    world.call('activity', {}, authorization === undefined ? {} : { headers: { authorization } })
  expect(await call()).toMatchObject({ status: 401, code: 'AuthHeaderRequired' })
  expect(await call('Basic YTpi')).toMatchObject({ status: 401, code: 'AuthHeaderRequired' })
  expect(await call('Bearer ')).toMatchObject({ status: 401, code: 'authTokenMissing' })
  expect(await call('Bearer a.b.c')).toMatchObject({ status: 401, code: 'invalidToken' })
  const { bearer } = await enterNew()
  expect(await call(`Bearer ${bearer.slice(0, -8)}AAAAAAAA`)).toMatchObject({ status: 401, code: 'invalidToken' })
  const [head, body, signature] = bearer.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const forged = Buffer.from(JSON.stringify({ ...claims, accessLevel: 2 })).toString('base64url')
  expect(await call(`Bearer ${head}.${forged}.${signature}`)).toMatchObject({ status: 401, code: 'invalidToken' })
})

/** A bearer with our signature that names no one. */
const bearerFor = (audience: string, change = (jwt: SignJWT) => jwt): Promise<string> => {
  const { keys, config } = world.services
  const at = world.clock.now()
  const jwt = new SignJWT({ typ: 'access', sid: newId(), accessLevel: 0 })
    .setProtectedHeader({ alg: 'EdDSA', kid: keys.bearer.current.kid })
    .setIssuer(config.publicUrl)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(new Date(at.getTime() + 300_000))
  return change(jwt).sign(keys.bearer.current.key.privateKey)
}

test('PM-11 EC-16 a bearer made for another audience is invalidToken', async () => {
  const { user } = await enterNew()
  const jwt = await bearerFor('http://localhost:3001', (made) => made.setSubject(user.id))
  expect(await activity(jwt)).toMatchObject({ status: 401, code: 'invalidToken' })
})

test('PM-11 EC-14 a bearer is tokenExpired after five minutes and the cookie gets a new one', async () => {
  const { bearer, cookie } = await enterNew()
  world.clock.advance(300_000)
  expect(await activity(bearer)).toMatchObject({ status: 401, code: 'tokenExpired' })
  const fresh = await refresh(cookie)
  expect(fresh).toMatchObject({ status: 200, cookie: null })
  expect((await activity(fresh.data.bearer)).status).toBe(200)
})

test('PM-11 EC-21 a bearer without a subject, or with one that does not exist, is userIdMissing', async () => {
  const ghost = await world.services.db
    .selectFrom('users')
    .select('owner_id')
    .where('email', '=', 'nobody')
    .executeTakeFirst()
  expect(ghost).toBeUndefined()
  const { createBearers } = await import('#platform/crypto/bearer.ts')
  const { keys, clock, config } = world.services
  const signed = await createBearers(keys.bearer, clock, config.publicUrl).sign({
    userId: newId(),
    sessionId: newId(),
    accessLevel: 2,
    amr: ['pwd'],
    authenticatedAt: world.clock.now(),
  })
  expect(await activity(signed.bearer)).toMatchObject({ status: 401, code: 'userIdMissing' })
  const nameless = await bearerFor(config.publicUrl)
  expect(await activity(nameless)).toMatchObject({ status: 401, code: 'userIdMissing' })
})

test('neither cookie nor token is stored as it is', async () => {
  const { email } = await aUser(world.services)
  const token = await tokenOf(email)
  const { cookie } = await world.call('openSession', { token })
  const { db } = world.services
  const kept = await Promise.all([
    db.selectFrom('session_tokens').select('token_hash').execute(),
    db.selectFrom('sign_in_tokens').select('token_hash').execute(),
  ])
  const texts = kept.flat().flatMap(({ token_hash }) => [token_hash.toString('utf8'), token_hash.toString('base64url')])
  expect(texts.length).toBeGreaterThan(2)
  for (const secret of [token, cookie]) expect(texts).not.toContain(secret)
})

test('tokens that can open nothing any more are forgotten after a day', async () => {
  const { email } = await aUser(world.services)
  await tokenOf(email)
  world.advance(25 * 60)
  const fresh = await tokenOf(email)
  await sessionsTasks(world.services)['sessions.prune']()
  const left = await world.services.db.selectFrom('sign_in_tokens').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: hashToken(fresh) }])
})

test('90 days after they could last sessions are gone with their cookies and hand-offs; of the first it stays only that there was one', async () => {
  const user = await aUser(world.services)
  const { db } = world.services
  for (const token of [await tokenOf(user.email), await tokenOf(user.email)]) await world.call('openSession', { token })
  const handoff = { owner_id: user.id, handoff_id: newId(), session_id: newId() }
  const at = world.clock.now()
  await db
    .insertInto('session_handoffs')
    .values({ ...handoff, created_at: at, expires_at: at })
    .execute()
  const listed = () =>
    db.selectFrom('sessions').select(['network', 'user_agent']).where('owner_id', '=', user.id).execute()
  // As superuser: the product finds cookies by their hash alone.
  const countCookies = () =>
    withClient(world.database.superuserUrl, async (client) => {
      return (await client.query('select from session_tokens where owner_id = $1', [user.id])).rowCount
    })
  await sessionsTasks(world.services)['sessions.prune']()
  expect([(await listed()).length, await countCookies()]).toEqual([2, 2])
  expect((await listed()).map(({ network }) => network)).not.toContain(null)
  world.advance(91 * 24 * 60)
  await world.call('openSession', { token: await tokenOf(user.email) })
  await sessionsTasks(world.services)['sessions.prune']()
  expect((await listed()).map(({ network }) => network === null)).toEqual([true, false])
  expect(await countCookies()).toBe(1)
  expect(await db.selectFrom('session_handoffs').selectAll().where('owner_id', '=', user.id).execute()).toEqual([])
})

test('two tabs that refresh at once both go on', async () => {
  const { cookie } = await enterNew()
  const answers = await Promise.all([refresh(cookie), refresh(cookie)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('[V7.3.1] ST-07 C-33 EC-20 the idle minutes of the settings without an active call end the session; refreshing does not count', async () => {
  const { cookie } = await enterNew()
  world.advance(limits.sessionIdleMinutes - 7)
  expect((await refresh(cookie)).status).toBe(200)
  world.advance(7)
  const late = await refresh(cookie)
  expect(late).toMatchObject(closed('idle'))
  expect(late.cookie).toBe('')
  expect(await refresh(cookie)).toMatchObject(closed('idle'))
})

test('[V7.3.2] ST-07 activity moves the idle deadline, the twelfth hour does not move', async () => {
  const { cookie } = await enterNew()
  const opened = await refresh(cookie)
  for (let n = 0; n < 71; n += 1) {
    world.advance(10)
    const { data } = await refresh(cookie)
    const { data: seen } = await activity(data.bearer)
    const idleEnd = Math.min(world.clock.now().getTime() + 15 * 60_000, Date.parse(opened.data.absoluteExpiresAt))
    expect(Math.abs(Date.parse(seen.idleExpiresAt) - idleEnd)).toBeLessThan(5_000)
  }
  world.advance(10)
  expect(await refresh(cookie)).toMatchObject(closed('absolute'))
})

test('ST-07 a background call and the stream leave the idle deadline where it is, an active one moves it', async () => {
  const { bearer } = await enterNew()
  const idleEnd = async () =>
    (
      await world.services.db
        .selectFrom('sessions')
        .select('idle_expires_at')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    ).idle_expires_at
  const before = await idleEnd()
  world.advance(2)
  const { body, status } = await fetch(`${world.url}/api${endpointOf('live').path}`, {
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(status).toBe(200)
  const stream = body!.getReader()
  await stream.read()
  await stream.cancel()
  expect((await world.call('livePoll', { after: '0' }, { bearer })).status).toBe(200)
  expect(await idleEnd()).toEqual(before)
  await world.call('lockSession', { resume: '/home' }, { bearer })
  expect(await idleEnd()).toEqual(before)
  await world.call('activity', {}, { bearer })
  expect((await idleEnd()).getTime()).toBeGreaterThan(before.getTime())
})

test('EC-20 the sixth session ends the oldest, which learns why', async () => {
  const { email } = await aUser(world.services)
  const sessions = []
  for (let n = 0; n < 6; n += 1) sessions.push(await world.enter(email, PASSWORD))
  expect(await refresh(sessions[0]!.cookie)).toMatchObject(closed('replaced'))
  expect(await activity(sessions[0]!.bearer)).toMatchObject(closed('replaced'))
  for (const { cookie } of sessions.slice(1)) expect((await refresh(cookie)).status).toBe(200)
})

test('[V7.4.1] API-03 EC-20 logging out ends the session on the server, clears the cookie, and may be repeated', async () => {
  const { bearer, cookie } = await enterNew()
  const first = await world.call('logout', {}, { cookie })
  expect(first).toEqual(expect.objectContaining({ status: 200, data: {}, cookie: '' }))
  expect(first.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(await activity(bearer)).toMatchObject(closed('signedOut'))
  expect(await refresh(cookie)).toMatchObject(closed('signedOut'))
  for (const again of [await world.call('logout', {}, { cookie }), await world.call('logout', {})]) {
    expect(again).toEqual(expect.objectContaining({ status: 200, data: {} }))
  }
})

test('a logout for inactivity is kept as idle', async () => {
  const { bearer, cookie } = await enterNew()
  await world.call('logout', { reason: 'idle' }, { cookie })
  expect(await activity(bearer)).toMatchObject(closed('idle'))
})

test('EC-20 without a cookie, or with a made-up one, there is no session to refresh', async () => {
  expect(await world.call('refreshSession', {})).toMatchObject(closed('signedOut'))
  expect(await refresh('made-up')).toMatchObject(closed('signedOut'))
})

test('ST-04 an open stream ends when its session does', async () => {
  const { user, cookie } = await enterNew()
  const { db, clock, live } = world.services
  const { session_id: sessionId } = await db
    .selectFrom('sessions')
    .select('session_id')
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const until = new Date(clock.now().getTime() + 300_000)
  const frames: string[] = []
  for await (const frame of live.stream({
    ownerId: user.id,
    sessionId,
    after: null,
    until,
    signal: new AbortController().signal,
  })) {
    if (frames.push(frame) === 1) await world.call('logout', {}, { cookie })
  }
  expect(frames.at(-1)).toContain('event: session\ndata: {"state":"closed","reason":"signedOut"}')
})

test('API-03 a client without cookies signs out with its bearer, and may do so again', async () => {
  const { user, bearer } = await enterNew()
  const { logout } = await import('./logout.ts')
  const reply = { setCookie: () => {}, clearCookie: () => {}, header: () => {} }
  const facts = {
    requestId: 'r',
    language: 'en',
    timeZone: 'UTC',
    network: 'n',
    userAgent: null,
    agent: () => ({ browser: 'other', device: 'other', timeZone: null, language: null }) as const,
    sessionCookie: null,
    deviceCookie: null,
    stepUpToken: null,
    flowCookie: null,
    reply,
    isAwaited: () => true,
  } as const
  for (let turn = 0; turn < 2; turn += 1)
    expect(await logout({ ...world.services, ...facts, user: null, authorization: `Bearer ${bearer}` }, {})).toEqual({})
  expect(await activity(bearer)).toMatchObject(closed('signedOut'))
  const actions = await world.services.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', user.id)
    .execute()
  expect(actions).toContainEqual({ action: 'session.closed' })
})

test('EK-06 what the bearer claims counts for nothing: tier and flags are read from the database', async () => {
  const { user, bearer } = await enterNew({ tier: 0 })
  const { authenticate } = await import('./authenticate.ts')
  const claims = await world.services.bearers.verify(bearer)
  if (typeof claims === 'string') throw new Error(claims)
  const found = await authenticate(world.services)({ ...claims, accessLevel: 2 }, { active: false })
  expect(found.user).toMatchObject({
    id: user.id,
    tier: 0,
    emailVerified: true,
    phoneVerified: true,
    termsAccepted: true,
    status: 'open',
  })
})

test('EK-06 a payment under an older bearer obeys the tier in the database, whether it has risen or fallen', async () => {
  const friend = await aUser(world.services, { tier: 2 })
  const { user, bearer } = await enterNew({ tier: 0 })
  await withBalance(world.services, user, 2_000_00)
  const setTier = (tier: number) =>
    world.services.db.updateTable('users').set({ tier }).where('owner_id', '=', user.id).execute()
  const pay = () =>
    world.call(
      'sendInApp',
      { toUser: friend.handle, amount: 1_000_01, currency: 'USD' },
      { bearer, headers: { 'idempotency-key': newId() } },
    )
  await setTier(1)
  expect(await pay()).toMatchObject({ code: 'limitExceeded', details: { row: 'L-04' } })
  await setTier(2)
  expect((await pay()).status).toBe(200)
  await setTier(0)
  expect((await pay()).status).toBe(403)
})
