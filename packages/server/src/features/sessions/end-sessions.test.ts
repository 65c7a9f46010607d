import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, PASSWORD, type UserOptions } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const PHONE = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'accept-language': 'es-MX,es;q=0.9',
  'time-zone': 'America/Denver',
}

const person = async ({ headers = {}, ...options }: UserOptions & { headers?: Record<string, string> } = {}) => {
  const user = await aUser(world.services, options)
  return { user, ...(await world.enter(user.email, PASSWORD, { headers })) }
}
const sessionsOf = async (bearer: string) => (await world.call('listSessions', {}, { bearer })).data.items
const end = (bearer: string, body: object) => world.call('endSessions', body, { bearer })
const me = (bearer: string) => world.call('activity', {}, { bearer })
const REVOKED = { status: 401, code: 'sessionClosed', details: { reason: 'revoked' } }
const eventsOf = async (bearer: string) =>
  (await world.call('securityLog', {}, { bearer })).data.items.map(({ event }) => event)
const subjectsTo = async (email: string) => {
  await world.runJobs()
  return (await world.inbox(email)).map(({ subject }) => subject)
}

test('the list names each open session by browser, device and what the browser says of its place, and no other', async () => {
  const { user, bearer } = await person()
  const phone = await world.enter(user.email, PASSWORD, { headers: PHONE })
  const gone = await world.enter(user.email, PASSWORD)
  await world.call('logout', {}, { cookie: gone.cookie })
  const [current, other, ...more] = await sessionsOf(phone.bearer)
  expect(more).toEqual([])
  expect(current).toMatchObject({
    current: true,
    browser: 'safari',
    device: 'iphone',
    place: { timeZone: 'America/Denver', language: 'es-MX' },
    factor: 'password',
  })
  expect(other).toMatchObject({ current: false, browser: 'other', place: { timeZone: null, language: null } })
  const stranger = await person()
  expect(await sessionsOf(stranger.bearer)).toHaveLength(1)
  world.advance(16)
  expect(await me(bearer)).toMatchObject({ status: 401 })
})

test('EC-20 a session that is ended from the list is refused at once, with its reason, by bearer and by cookie; the mail names its device', async () => {
  const { user, bearer } = await person({ emailVerified: true })
  const other = await world.enter(user.email, PASSWORD, { headers: PHONE })
  const [, listed] = await sessionsOf(bearer)
  expect((await end(bearer, { ids: [listed!.id] })).data).toEqual({ ended: 1 })
  const { subject, text } = await world.newestTo(user.email)
  expect(subject).toBe('A device was logged out of your account')
  expect(text).toContain('Logged-out browser: Safari\nLogged-out device: iPhone\nTime: ')
  expect(await me(other.bearer)).toMatchObject(REVOKED)
  expect(await world.call('refreshSession', {}, { cookie: other.cookie })).toMatchObject(REVOKED)
  expect((await me(bearer)).status).toBe(200)
  expect((await end(bearer, { ids: [listed!.id] })).data).toEqual({ ended: 0 })
  expect(await eventsOf(bearer)).toEqual(['sessionEnded', 'sessionOpened', 'sessionOpened'])
})

test('ending all others spares the caller and takes tokens that would open one more; ending every one spares none', async () => {
  const { user, bearer } = await person()
  const others = await Promise.all([1, 2].map(() => world.enter(user.email, PASSWORD)))
  const { token } = (await world.call('signIn', { email: user.email, password: PASSWORD })).data
  expect((await end(bearer, { all: 'others' })).data).toEqual({ ended: 2 })
  for (const other of others) expect(await me(other.bearer)).toMatchObject(REVOKED)
  expect(await world.call('openSession', { token })).toMatchObject({ status: 401, code: 'invalidToken' })
  expect((await end(bearer, { all: 'every' })).data).toEqual({ ended: 1 })
  expect(await me(bearer)).toMatchObject(REVOKED)
})

test("a stranger's session is as unknown as one that never was, and nothing ends beside it", async () => {
  const [ana, eve] = [await person(), await person()]
  const [theirs] = await sessionsOf(ana.bearer)
  const [own] = await sessionsOf(eve.bearer)
  for (const ids of [[theirs!.id], [own!.id, theirs!.id], [`ses_${'0'.repeat(32)}`]])
    expect(await end(eve.bearer, { ids })).toMatchObject({ status: 404, code: 'notFound' })
  for (const body of [{}, { ids: [own!.id], all: 'others' }])
    expect(await end(eve.bearer, body)).toMatchObject({ status: 400, code: 'invalidRequest' })
  expect((await me(ana.bearer)).status).toBe(200)
  expect((await me(eve.bearer)).status).toBe(200)
})

test('of sessions that end each other at the same moment, and of one that opens meanwhile, none outlives both calls', async () => {
  const { user, bearer } = await person()
  const other = await world.enter(user.email, PASSWORD)
  const { token } = (await world.call('signIn', { email: user.email, password: PASSWORD })).data
  const answers = await Promise.all([
    end(bearer, { all: 'every' }),
    end(other.bearer, { all: 'every' }),
    world.call('openSession', { token }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => ![200, 401].includes(status))).toEqual([])
  for (const one of [bearer, other.bearer]) expect(await me(one)).toMatchObject(REVOKED)
  // It either opened before an end, which took it along, or found its token used up.
  const opened = answers[2]
  if (opened.status === 200) expect(await me((opened.data as { bearer: string }).bearer)).toMatchObject(REVOKED)
})

test('an ended session does not finish what it was about to do', async () => {
  const { user, bearer } = await person({ tier: 1 })
  const other = await world.enter(user.email, PASSWORD)
  const [, listed] = await sessionsOf(bearer)
  await end(bearer, { ids: [listed!.id] })
  const send = await world.call(
    'sendInApp',
    { toUser: 'somebody-0000', amount: 500, currency: 'USD' },
    { bearer: other.bearer, headers: { 'idempotency-key': randomUUID() } },
  )
  expect(send).toMatchObject(REVOKED)
})

test('the sixth session ends the oldest, which learns why, and the log keeps it', async () => {
  const { user, bearer } = await person()
  for (let more = 0; more < 4; more += 1) await world.enter(user.email, PASSWORD)
  expect((await me(bearer)).status).toBe(200)
  const sixth = await world.enter(user.email, PASSWORD)
  expect(await me(bearer)).toMatchObject({ status: 401, details: { reason: 'replaced' } })
  expect(await sessionsOf(sixth.bearer)).toHaveLength(5)
  expect(await eventsOf(sixth.bearer)).toContain('sessionReplaced')
})

test('X-07 [V6.3.5] a sign-in on a browser that the account does not know is mailed with what is known of it; the same browser again is not', async () => {
  const { user } = await person({ emailVerified: true })
  expect(await subjectsTo(user.email)).toEqual([])
  const phone = await world.enter(user.email, PASSWORD, { headers: PHONE })
  const mail = await world.newestTo(user.email)
  expect(mail.subject).toBe('New login to your Puente account')
  expect(mail.text).toContain('Browser: Safari\nDevice: iPhone\nTime: ')
  expect(mail.text).toContain('Browser time zone: Denver')
  expect(mail.text).toContain("This wasn't me:\nhttp")
  await world.enter(user.email, PASSWORD, { headers: PHONE, device: phone.device })
  expect(await subjectsTo(user.email)).toHaveLength(1)
  expect((await world.call('notMe', { token: mail.token })).data).toMatchObject({ frozen: true })
  const byNotMe = { ...REVOKED, details: { reason: 'notMe' } }
  expect(await me(phone.bearer)).toMatchObject(byNotMe)
  // A tab that is opened now has the cookie alone, once.
  expect(await world.call('refreshSession', {}, { cookie: phone.cookie })).toMatchObject({ ...byNotMe, cookie: '' })
})

test('every mail tells a person times in one zone, that of the browser that they first logged in with', async () => {
  const { user, bearer } = await person({ emailVerified: true, headers: PHONE })
  await world.enter(user.email, PASSWORD, { headers: { ...PHONE, 'time-zone': 'Asia/Seoul' } })
  const told = await world.newestTo(user.email)
  expect(told.text).toMatch(/Time: .* M[SD]T\nBrowser time zone: Seoul/)
  await end(bearer, { all: 'others' })
  const ended = await world.newestTo(user.email)
  expect(ended.subject).toBe('All other devices were logged out of your account')
  expect(ended.text).toMatch(/Time: .* M[SD]T\n/)
})

test('[V6.3.5] a sign-in after several wrong passwords is mailed, also from a known browser; the log counts them in one line', async () => {
  const { user, device } = await person({ emailVerified: true })
  // The hour of a line begins.
  world.clock.advance(3_600_000 - (world.clock.now().getTime() % 3_600_000))
  for (let wrong = 0; wrong < 3; wrong += 1)
    expect((await world.call('signIn', { email: user.email, password: 'Wrong-Guess-9' }, { device })).status).toBe(401)
  world.advance(2)
  const { bearer } = await world.enter(user.email, PASSWORD, { device })
  expect(await subjectsTo(user.email)).toEqual(['Login to your Puente account after wrong passwords'])
  const { items } = (await world.call('securityLog', {}, { bearer })).data
  expect(items.find(({ event }) => event === 'signInRefused')).toMatchObject({ times: 3 })
})

test('an address that is not proved gets no mail about sign-ins: its holder may not be the customer', async () => {
  const { user } = await person()
  await world.enter(user.email, PASSWORD)
  expect(await subjectsTo(user.email)).toEqual([])
})
