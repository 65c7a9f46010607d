import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVerifiedUser, PASSWORD } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld({ SECOND_FACTOR: 'always', THROTTLE_FACTOR: '100' })
})
afterAll(() => world.close())

/** Signs in by password and the SMS; answers what the browser then has. */
const enter = async (user: Awaited<ReturnType<typeof aVerifiedUser>>, rememberDevice: boolean) => {
  const { data, device } = await world.call('signIn', { email: user.email, password: PASSWORD })
  const asked = await world.call('openSession', { token: data.token }, { device: device ?? '' })
  const challengeId = String(asked.details?.['challengeId'])
  await world.call('stepUpOptions', { challengeId, factor: 'code' })
  const { code } = await world.newestTo(user.phone ?? '')
  const opened = await world.call(
    'openSession',
    { challengeId, code, rememberDevice },
    { device: device ?? '', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' } },
  )
  expect(opened.code).toBeUndefined()
  return { asked, bearer: opened.data.bearer, device: opened.device ?? device ?? '' }
}
/** Whether this browser is asked for more than the password. */
const isAsked = async (email: string, device: string): Promise<boolean> => {
  const token = await world.tokenOf(email, { device })
  return (await world.call('openSession', { token }, { device })).code === 'stepUpRequired'
}

test('V6.6.1 with `always` everybody with a verified phone is asked for an SMS, nobody without one', async () => {
  const user = await aVerifiedUser(world.services)
  const { asked } = await enter(user, false)
  expect(asked.details).toMatchObject({ factors: ['code'] })
  const { user: newcomer } = await world.join()
  expect(await isAsked(newcomer.email, '')).toBe(false)
  const { user: unproved } = await world.join({ phone: '+12125550123', phoneVerified: false, emailVerified: true })
  expect(await isAsked(unproved.email, '')).toBe(false)
})

test('a browser is remembered for thirty days when its person says so, and for no one else', async () => {
  const user = await aVerifiedUser(world.services)
  const forgotten = await enter(user, false)
  expect(await isAsked(user.email, forgotten.device)).toBe(true)
  const { device, bearer } = await enter(user, true)
  expect(await isAsked(user.email, device)).toBe(false)
  expect(await isAsked(user.email, '')).toBe(true)
  const other = await aVerifiedUser(world.services)
  expect(await isAsked(other.email, device)).toBe(true)
  const { data } = await world.call('rememberedBrowsers', {}, { bearer, device })
  expect(data.items).toMatchObject([{ browser: 'firefox', device: 'linux', current: true }])
  world.advance(30 * 24 * 60)
  expect(await isAsked(user.email, device)).toBe(true)
})

test('a remembered browser is forgotten by its person alone', async () => {
  const user = await aVerifiedUser(world.services)
  const { device, bearer } = await enter(user, true)
  const { items } = (await world.call('rememberedBrowsers', {}, { bearer, device })).data
  const id = items[0]?.id
  const stranger = await world.bearerOf(await aVerifiedUser(world.services))
  expect(await world.call('forgetBrowser', { id }, { bearer: stranger })).toMatchObject({ code: 'notFound' })
  expect((await world.call('forgetBrowser', { id }, { bearer })).data.items).toEqual([])
  expect(await isAsked(user.email, device)).toBe(true)
})

test('a browser that is logged out from the list is asked for the second factor again, and the one it is done in is not', async () => {
  const user = await aVerifiedUser(world.services)
  const [lost, own] = [await enter(user, true), await enter(user, true)]
  const sessions = (await world.call('listSessions', {}, own)).data.items
  const ids = sessions.filter(({ current }) => !current).map(({ id }) => id)
  const byCode = async (challengeId: string) => {
    await world.call('stepUpOptions', { challengeId, factor: 'code' }, own)
    return { code: (await world.newestTo(user.phone ?? '')).code }
  }
  const ended = await world.callProved('endSessions', { ids }, own.bearer, byCode, { device: own.device })
  expect(ended.data).toEqual({ ended: 1 })
  expect(await isAsked(user.email, lost.device)).toBe(true)
  expect(await isAsked(user.email, own.device)).toBe(false)
})

test('V6.4.3 a reset keeps the second factor, and forgets the browsers that were not asked for it', async () => {
  const user = await aVerifiedUser(world.services)
  const { device } = await enter(user, true)
  await world.call('forgotPassword', { email: user.email })
  const { token } = await world.newestTo(user.email)
  const newPassword = 'Otra-Luna-77'
  expect((await world.call('resetPassword', { token, newPassword }, { device })).status).toBe(200)
  const { data } = await world.call('signIn', { email: user.email, password: newPassword }, { device })
  const asked = await world.call('openSession', { token: data.token }, { device })
  expect(asked).toMatchObject({ status: 403, code: 'stepUpRequired', cookie: null })
})

test('a sign-in that was begun before a reset opens nothing after it', async () => {
  const user = await aVerifiedUser(world.services)
  const { data } = await world.call('signIn', { email: user.email, password: PASSWORD })
  const asked = await world.call('openSession', { token: data.token })
  const challengeId = String(asked.details?.['challengeId'])
  await world.call('stepUpOptions', { challengeId, factor: 'code' })
  const { code } = await world.newestTo(user.phone ?? '')
  await world.call('forgotPassword', { email: user.email })
  const { token } = await world.newestTo(user.email)
  await world.call('resetPassword', { token, newPassword: 'Otra-Luna-77' })
  expect(await world.call('openSession', { challengeId, code })).toMatchObject({ code: 'invalidToken', cookie: null })
})

test('the browser that opens an account is remembered from its first day', async () => {
  const email = `new-${Date.now()}@example.com`
  const made = await world.call('signUp', { email, password: PASSWORD, fullName: 'Ana Ruiz', business: false })
  const opened = await world.call('openSession', { token: made.data.token }, { device: made.device ?? '' })
  const { data } = await world.call('rememberedBrowsers', {}, { bearer: opened.data.bearer, device: made.device ?? '' })
  expect(data.items).toMatchObject([{ current: true }])
})
