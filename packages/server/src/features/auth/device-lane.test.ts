import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRIKES } from '#platform/rate-limit/strikes.ts'
import { BUDGETS, THROTTLES } from '#platform/rate-limit/throttles.ts'
import { anEmail, aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

type Caller = { from?: string; device?: string }

/** Asks for a link to an unknown address: a call without a session, with a small budget per hour. */
const forgot = async (caller: Caller) => (await world.call('forgotPassword', { email: anEmail() }, caller)).status

const spend = async (caller: Caller) => {
  for (let n = 0; n < THROTTLES.passwordReset.max; n += 1) expect(await forgot(caller)).toBe(200)
  expect(await forgot(caller)).toBe(429)
}

const resetOf = async (email: string) => {
  world.clock.advance(1)
  await world.call('forgotPassword', { email })
  const { token } = await world.newestTo(email)
  const { device } = await world.call('resetPassword', { token, newPassword: 'Otra-Nube-77x' })
  return device ?? ''
}

test('a cookie from before the password was changed counts as none: its calls are those of its network', async () => {
  const { email } = await aUser(world.services)
  const { device: outdated } = await world.enter(email, PASSWORD)
  const device = await resetOf(email)
  const from = '198.51.100.31'
  await spend({ from, device: outdated })
  expect(await forgot({ from })).toBe(429)
  expect(await forgot({ from, device })).toBe(200)
  expect(await forgot({ device: outdated })).toBe(200)
})

test('what one browser of an account spends is not the loss of another one in its network', async () => {
  const { email } = await aUser(world.services)
  const from = '198.51.101.31'
  const [one, other] = [await world.enter(email, PASSWORD), await world.enter(email, PASSWORD)]
  await spend({ from, device: one.device })
  expect(await forgot({ from, device: other.device })).toBe(200)
})

test('calls without a session spend nothing of the calls with one', async () => {
  const { email } = await aUser(world.services)
  const { bearer, device } = await world.enter(email, PASSWORD)
  const knock = () => world.call('confirmEmail', { emailToken: 'x'.repeat(43) }, { device })
  for (let n = 0; n < THROTTLES.codes.max; n += 1) expect((await knock()).status).toBe(400)
  expect((await knock()).status).toBe(429)
  expect((await world.call('requestEmailCode', {}, { bearer, device })).status).toBe(200)
})

test('a stolen session that spends all it may keeps its owner at home from neither reading, nor freezing, nor logging out everywhere', async () => {
  const user = await aUser(world.services)
  const home = await world.enter(user.email, PASSWORD)
  const thief = { bearer: await world.bearerOf(user) }
  for (const [key, { max }] of [
    ['activity', THROTTLES.read],
    ['freeze', THROTTLES.safety],
  ] as const) {
    for (let n = 0; n < max; n += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => world.call(key, {}, thief)))
      expect(new Set(answers.map(({ status }) => status)), key).toEqual(new Set([200]))
    }
    expect(await world.call(key, {}, thief), key).toMatchObject({ status: 429 })
    expect(await world.call(key, {}, home), key).toMatchObject({ status: 200 })
  }
  expect(await world.call('lostDevice', {}, thief)).toMatchObject({ status: 429 })
  expect(await world.call('lostDevice', {}, home)).toMatchObject({ status: 200 })
})

test('malformed calls spend nothing of the well-formed ones of their network', async () => {
  const from = '198.51.102.31'
  const malformed = (key: 'forgotPassword' | 'signIn') => world.call(key, {}, { from })
  for (let n = 0; n < STRIKES.badForm; n += 1)
    expect((await malformed(n % 2 ? 'forgotPassword' : 'signIn')).status).toBe(400)
  expect(await malformed('forgotPassword')).toMatchObject({ status: 429, code: 'tooManyRequests' })
  await spend({ from })
})

test('an account has only so many new browsers in a day; beyond it people sign in without a lane of their own', async () => {
  const { email } = await aUser(world.services)
  const enter = () => world.call('signIn', { email, password: PASSWORD })
  for (let n = 0; n < BUDGETS.newDevicesPerAccount.max; n += 1) expect((await enter()).device).not.toBeNull()
  expect(await enter()).toMatchObject({ status: 200, device: null })
  expect(await resetOf(email)).not.toBe('')
})
