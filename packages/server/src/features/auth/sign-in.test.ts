import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { passwordsOf } from '#features/factors/index.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { watchStatements } from '#test/asked-statements.ts'
import { anEmail, aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const hashOf = async (id: string) =>
  (
    await world.services.db
      .selectFrom('users')
      .select('password_hash')
      .where('owner_id', '=', id)
      .executeTakeFirstOrThrow()
  ).password_hash

test('ST-01 API-01 email in any case and password answer a token', async () => {
  const { email } = await aUser(world.services)
  const { status, data } = await world.call('signIn', { email: ` ${email.toUpperCase()} `, password: PASSWORD })
  expect({ status, token: data.token }).toEqual({ status: 200, token: expect.stringMatching(/^[\w-]{43}$/) })
})

test('EC-04 API-01 an unknown address and a wrong password are answered alike', async () => {
  const { email } = await aUser(world.services)
  const wrong = await world.call('signIn', { email, password: 'wrong' })
  const unknown = await world.call('signIn', { email: anEmail(), password: 'wrong' })
  for (const answer of [wrong, unknown]) expect(answer).toMatchObject({ status: 401, code: 'invalidSignIn' })
  const shown = ({ status, body }: typeof wrong) => ({ ...body, status, requestId: '' })
  expect(shown(wrong)).toEqual(shown(unknown))
})

test('API-01 RD-07 V-09 a known, an unknown and a taken address cost the same passwords and, where the answer does not tell, the same statements', async () => {
  const { email } = await aUser(world.services)
  const verify = vi.spyOn(passwordsOf(world.services), 'verify')
  const hash = vi.spyOn(passwordsOf(world.services), 'hash')
  const watch = watchStatements()
  const workOf = async (act: () => Promise<unknown>) => {
    verify.mockClear()
    hash.mockClear()
    const { statements } = await watch.during(act)
    return { statements, verified: verify.mock.calls.length, hashed: hash.mock.calls.length }
  }
  const unknown = anEmail()
  const wrong = (to: string) => workOf(() => world.call('signIn', { email: to, password: 'wrong' }))
  // The first try of an hour writes a line, the next counts on it.
  for (const _ of ['first', 'again']) {
    const work = await wrong(email)
    expect(work).toMatchObject({ verified: 1, hashed: 0 })
    expect(work.statements.join()).toContain('security_events')
    expect(await wrong(unknown)).toEqual(work)
  }
  const forgot = (to: string) => workOf(() => world.call('forgotPassword', { email: to }))
  const asked = await forgot(email)
  expect(asked).toMatchObject({ verified: 0, hashed: 0 })
  expect(asked.statements.join()).toContain('graphile_worker')
  expect(await forgot(anEmail())).toEqual(asked)
  const signUp = (to: string) =>
    workOf(() => world.call('signUp', { email: to, password: PASSWORD, fullName: 'Ana Ruiz', business: false }))
  for (const to of [email, anEmail()]) expect(await signUp(to)).toMatchObject({ verified: 0, hashed: 1 })
  for (const one of [verify, hash]) one.mockRestore()
  watch.end()
})

test('EC-31 a malformed email is invalidEmail, an absent password invalidSignIn', async () => {
  expect(await world.call('signIn', { email: 'a@', password: 'x' })).toMatchObject({
    status: 400,
    code: 'invalidEmail',
  })
  expect(await world.call('signIn', { email: anEmail() })).toMatchObject({ status: 401, code: 'invalidSignIn' })
})

test('API-01 failures of an account grow slower and stop at ten in fifteen minutes, from whatever network', async () => {
  const { email } = await aUser(world.services)
  const fail = () => world.call('signIn', { email, password: 'wrong' })
  const first = [await fail(), await fail(), await fail()]
  expect(first.map(({ code }) => code)).toEqual(['invalidSignIn', 'invalidSignIn', 'invalidSignIn'])
  const fourth = await fail()
  expect(fourth).toMatchObject({ status: 429, code: 'tooManyRequests', details: { retryAfterSeconds: 1 } })
  expect(fourth.headers['retry-after']).toBe('1')
  for (let n = 3; n < 10; n += 1) {
    world.clock.advance(64_000)
    expect((await fail()).code).toBe('invalidSignIn')
  }
  world.clock.advance(64_000)
  expect(await world.call('signIn', { email, password: PASSWORD })).toMatchObject({ code: 'tooManyRequests' })
  world.advance(16)
  expect((await world.call('signIn', { email, password: PASSWORD })).status).toBe(200)
})

test('API-01 a success forgets the failures before it', async () => {
  const { email } = await aUser(world.services)
  for (let round = 0; round < 3; round += 1) {
    await world.call('signIn', { email, password: 'wrong' })
    await world.call('signIn', { email, password: 'wrong' })
    expect((await world.call('signIn', { email, password: PASSWORD })).status).toBe(200)
  }
})

test('API-01 an unknown address has the same budget as a known one', async () => {
  const email = anEmail()
  for (let n = 0; n < 3; n += 1) await world.call('signIn', { email, password: 'wrong' })
  expect(await world.call('signIn', { email, password: 'wrong' })).toMatchObject({ code: 'tooManyRequests' })
})

const guessWrongly = async (email: string, times: number, options: { from?: string; device?: string } = {}) => {
  for (let n = 0; n < times; n += 1) await world.call('signIn', { email, password: 'wrong' }, options)
}

test('[V6.3.1] a browser that signed in before has its own lane: strangers in its own network do not lock the owner out', async () => {
  const { email } = await aUser(world.services)
  const from = '198.51.100.20'
  const { device } = await world.call('signIn', { email, password: PASSWORD }, { from })
  await guessWrongly(email, 17, { from })
  expect(await world.call('signIn', { email, password: PASSWORD }, { from })).toMatchObject({ code: 'tooManyRequests' })
  const own = { from, device: device ?? '' }
  expect((await world.call('signIn', { email, password: PASSWORD }, own)).status).toBe(200)
})

test('the lane of a browser has the same budget of guesses, and belongs to that browser alone', async () => {
  const { email } = await aUser(world.services)
  const { device } = await world.enter(email, PASSWORD)
  const other = await aUser(world.services)
  await guessWrongly(email, 4, { device })
  expect(await world.call('signIn', { email, password: PASSWORD }, { device })).toMatchObject({
    code: 'tooManyRequests',
  })
  expect((await world.call('signIn', { email, password: PASSWORD })).status).toBe(200)
  await guessWrongly(other.email, 4)
  expect(await world.call('signIn', { email: other.email, password: PASSWORD }, { device })).toMatchObject({
    code: 'tooManyRequests',
  })
})

test('a device cookie that we did not sign, or that was changed, opens no lane', async () => {
  const { email } = await aUser(world.services)
  const { device } = await world.enter(email, PASSWORD)
  const { id: strangerId } = await aUser(world.services)
  await guessWrongly(email, 4)
  const forged = device.replace(/\.[0-9a-f-]{36}~/, `.${strangerId}~`)
  for (const bad of [forged, `${device.slice(0, -1)}${device.endsWith('0') ? '1' : '0'}`, 'x', `${device}.`])
    expect(await world.call('signIn', { email, password: PASSWORD }, { device: bad })).toMatchObject({
      code: 'tooManyRequests',
    })
})

test('a browser that several people share keeps a lane for each of them', async () => {
  const [ana, ben] = [await aUser(world.services), await aUser(world.services)]
  const first = await world.call('signIn', { email: ana.email, password: PASSWORD })
  const both = await world.call('signIn', { email: ben.email, password: PASSWORD }, { device: first.device ?? '' })
  for (const { email } of [ana, ben]) {
    await guessWrongly(email, 4)
    expect((await world.call('signIn', { email, password: PASSWORD }, { device: both.device ?? '' })).status).toBe(200)
  }
})

test('the device cookie is out of reach of scripts and other sites, and outlives signing out', async () => {
  const { email } = await aUser(world.services)
  const { headers } = await world.call('signIn', { email, password: PASSWORD })
  expect(String(headers['set-cookie'])).toMatch(
    /^__Host-puente-device=.+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const { bearer, cookie, device } = await world.enter(email, PASSWORD)
  expect((await world.call('logout', {}, { bearer, cookie, device })).device).toBeNull()
})

test('failures at a few accounts are not the loss of the others in their network, however many they are', async () => {
  const from = '192.0.2.76'
  const { email } = await aUser(world.services)
  const tried = Array.from({ length: 12 }, () => anEmail())
  for (const one of tried) await guessWrongly(one, 4, { from })
  expect((await world.call('signIn', { email, password: PASSWORD }, { from })).status).toBe(200)
})

test('a hundred accounts with failures of one network within ten minutes stop it for accounts that were not tried yet', async () => {
  const from = '192.0.2.77'
  const { email } = await aUser(world.services)
  const signIn = (options: { from?: string } = { from }) => world.call('signIn', { email, password: PASSWORD }, options)
  for (let n = 0; n < 105; n += 1) expect((await signIn()).status).toBe(200)
  const { email: mistyped } = await aUser(world.services)
  await guessWrongly(mistyped, 1, { from })
  for (let n = 1; n < BUDGETS.signInPerNetwork.max; n += 1) await guessWrongly(anEmail(), 1, { from })
  expect(await signIn()).toMatchObject({ status: 429, code: 'tooManyRequests' })
  expect((await world.call('signIn', { email: mistyped, password: PASSWORD }, { from })).status).toBe(200)
  expect((await signIn({})).status).toBe(200)
  world.advance(10)
  expect((await signIn()).status).toBe(200)
})

test('what is refused while a network is stopped is counted nowhere', async () => {
  const from = '192.0.2.78'
  for (let n = 0; n < BUDGETS.signInPerNetwork.max; n += 1) await guessWrongly(anEmail(), 1, { from })
  const { email } = await aUser(world.services)
  await Promise.all(Array.from({ length: 20 }, () => guessWrongly(email, 1, { from })))
  expect((await world.call('signIn', { email, password: PASSWORD })).status).toBe(200)
  await guessWrongly(email, 1, { from })
  expect(await world.call('signIn', { email, password: PASSWORD }, { from })).toMatchObject({ status: 429 })
})

test('what a stranger sends from the same network leaves the sessions of its other browsers alone', async () => {
  const { email } = await aUser(world.services)
  const from = '203.0.113.9'
  const { cookie, device } = await world.enter(email, PASSWORD)
  for (let n = 0; n < 600; n += 1) await world.call('refreshSession', {}, { from })
  expect(await world.call('refreshSession', {}, { from })).toMatchObject({ code: 'tooManyRequests' })
  expect((await world.call('refreshSession', {}, { from, cookie, device })).status).toBe(200)
})

test('a password hashed with weaker parameters is hashed again when it is next proved', async () => {
  const user = await aUser(world.services)
  const weak = await createPasswords({ memoryKib: 8, passes: 1, lanes: 1, atOnce: 1 }).hash(PASSWORD)
  await world.services.db.updateTable('users').set({ password_hash: weak }).where('owner_id', '=', user.id).execute()
  await world.call('signIn', { email: user.email, password: PASSWORD })
  const now = await hashOf(user.id)
  expect(now).not.toBe(weak)
  expect(now).toContain('m=19456')
  expect((await world.call('signIn', { email: user.email, password: PASSWORD })).status).toBe(200)
})

test('a proved and a refused password are both in the audit trail, without the password', async () => {
  const user = await aUser(world.services)
  await world.call('signIn', { email: user.email, password: 'wrong-Secret-9' })
  await world.call('signIn', { email: user.email, password: PASSWORD })
  const rows = await world.services.db.selectFrom('audit_log').selectAll().where('actor_id', '=', user.id).execute()
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['password.proved', 'password.refused'])
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /wrong-Secret|Verde-Luna/,
  )
})
