import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { anEmail, aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from './test-world.ts'

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

test('a stranger who guesses elsewhere does not lock the owner out of a place they used before', async () => {
  const { email } = await aUser(world.services)
  const home = { from: '198.51.100.20', headers: { 'user-agent': 'home browser' } }
  const { data } = await world.call('signIn', { email, password: PASSWORD }, home)
  await world.call('openSession', { token: data.token }, home)
  for (let n = 0; n < 4; n += 1) await world.call('signIn', { email, password: 'wrong' })
  expect(await world.call('signIn', { email, password: PASSWORD })).toMatchObject({ code: 'tooManyRequests' })
  expect((await world.call('signIn', { email, password: PASSWORD }, home)).status).toBe(200)
})

test('the thirty-first try of one network within ten minutes is refused', async () => {
  const from = '192.0.2.77'
  const answers = []
  for (let n = 0; n < 31; n += 1) answers.push(await world.call('signIn', { email: 'a@', password: 'x' }, { from }))
  expect(answers.at(-1)).toMatchObject({ status: 429, code: 'tooManyRequests' })
  expect(answers.filter(({ code }) => code === 'invalidEmail')).toHaveLength(30)
})

test('a password hashed with weaker parameters is hashed anew when it is next proved', async () => {
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
