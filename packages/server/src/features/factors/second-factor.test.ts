import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'
import { anotherCode } from '#test/visitors.ts'

let world: FactorWorld
beforeAll(async () => {
  // Guesses are not what this is about.
  world = await factorWorld({ THROTTLE_FACTOR: '100' })
})
afterAll(() => world.close())

/** A person with an authenticator app; the step of its first code is used. */
const withApp = async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const app = await world.enrolApp(bearer)
  world.nextStep()
  return { user, bearer, ...app, totp: () => ({ totp: world.codeOf(app.secret) }) }
}
/** Signs in with the password as far as it goes. */
const begin = async (email: string, options: object = {}) => {
  const { data, device } = await world.call('signIn', { email, password: PASSWORD }, options)
  const asked = await world.call('openSession', { token: data.token }, { ...options })
  return { asked, device, challengeId: String(asked.details?.['challengeId']) }
}

test('an app is enrolled with its current code, and answers ten recovery codes once', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const { data } = await world.callProved('startTotp', {}, bearer)
  world.nextStep()
  expect(data.otpauthUrl).toBe(
    `otpauth://totp/Puente:${encodeURIComponent(user.email)}?issuer=Puente&secret=${data.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  const code = world.codeOf(data.secret)
  expect(await world.call('confirmTotp', { code: anotherCode(code) }, { bearer })).toMatchObject({
    code: 'invalidCode',
  })
  world.nextStep()
  expect(await world.call('confirmTotp', { code }, { bearer })).toMatchObject({ code: 'invalidCode' })
  const { recoveryCodes } = (await world.call('confirmTotp', { code: world.codeOf(data.secret) }, { bearer })).data
  expect(recoveryCodes).toHaveLength(10)
  for (const one of recoveryCodes) expect(one).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  expect(await world.call('confirmTotp', { code }, { bearer })).toMatchObject({ status: 404, code: 'notFound' })
  expect((await world.newestTo(user.email)).subject).toContain('authenticator app')
  const factors = await world.call('factors', {}, { bearer })
  expect(factors.data).toMatchObject({ passkeys: 0, recoveryCodesLeft: 10, totpSince: expect.any(String) })
})

test('an enrolment whose answer was lost is answered again for its code, in its session alone, and its owner hears of the new codes', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const { data } = await world.callProved('startTotp', {}, bearer)
  world.nextStep()
  const code = world.codeOf(data.secret)
  const confirm = async (in_: string) => world.call('confirmTotp', { code: world.codeOf(data.secret) }, { bearer: in_ })
  const lost = await confirm(bearer)
  expect(await confirm(await world.bearerOf(user))).toMatchObject({ code: 'notFound' })
  expect(await world.call('confirmTotp', { code: anotherCode(code) }, { bearer })).toMatchObject({ code: 'notFound' })
  const again = await confirm(bearer)
  expect(again).toMatchObject({ status: 200, cookie: expect.any(String) })
  expect(again.data.recoveryCodes).toHaveLength(10)
  expect(again.data.recoveryCodes).not.toContain(lost.data.recoveryCodes[0])
  expect((await world.newestTo(user.email)).subject).toContain('recovery codes')
  const { data: log } = await world.call('securityLog', {}, { bearer })
  expect(log.items.map(({ event }) => event)).toEqual(expect.arrayContaining(['totpAdded', 'recoveryCodesRenewed']))

  const { challengeId } = await begin(user.email)
  expect((await world.call('openSession', { challengeId, recoveryCode: again.data.recoveryCodes[0] })).status).toBe(200)
  expect((await confirm(bearer)).data).toEqual({ recoveryCodes: [] })
})

test('a code that is over brings the answer to an enrolment no more, nor does a later one', async () => {
  const { bearer } = await world.join({ emailVerified: true })
  const { secret, code } = await world.enrolApp(bearer)
  world.nextStep()
  for (const one of [code, world.codeOf(secret)])
    expect(await world.call('confirmTotp', { code: one }, { bearer })).toMatchObject({ code: 'notFound' })
})

test('a secret that waits too long for its first code is forgotten', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const { data } = await world.callProved('startTotp', {}, bearer)
  world.advance(10)
  const late = await world.call(
    'confirmTotp',
    { code: world.codeOf(data.secret) },
    { bearer: await world.bearerOf(user) },
  )
  expect(late).toMatchObject({ code: 'notFound' })
})

test('V6.3.3 a password alone opens nothing where a factor is enrolled; its code opens the session, which says how', async () => {
  const { user, secret } = await withApp()
  const { asked, challengeId } = await begin(user.email)
  expect(asked).toMatchObject({ status: 403, code: 'stepUpRequired', cookie: null })
  expect(asked.details).toMatchObject({ factors: ['totp', 'recoveryCode'], intent: { operation: 'openSession' } })
  expect(asked.body).not.toHaveProperty('data')
  const totp = world.codeOf(secret)
  expect(await world.call('openSession', { challengeId, totp: anotherCode(totp) })).toMatchObject({
    code: 'invalidCode',
  })
  const opened = await world.call('openSession', { challengeId, totp })
  expect(opened).toMatchObject({ status: 200, cookie: expect.any(String) })
  const { data } = await world.call('listSessions', {}, { bearer: opened.data.bearer })
  expect(data.items.find(({ current }) => current)).toMatchObject({ factor: 'totp' })
  expect(await world.call('openSession', { challengeId, totp })).toMatchObject({ code: 'usedCode' })
})

test('a sign-in that was begun must be finished within five minutes, and with one proof', async () => {
  const { user, secret } = await withApp()
  const { challengeId } = await begin(user.email)
  expect(await world.call('openSession', { challengeId })).toMatchObject({ code: 'invalidRequest' })
  expect(await world.call('openSession', {})).toMatchObject({ code: 'invalidToken' })
  world.advance(5)
  expect(await world.call('openSession', { challengeId, totp: world.codeOf(secret) })).toMatchObject({
    code: 'invalidCode',
    details: { reason: 'challenge' },
  })
})

test('a challenge of a sign-in serves no signed-in call, and the other way round', async () => {
  const { user, bearer, secret } = await withApp()
  const { challengeId } = await begin(user.email)
  const totp = world.codeOf(secret)
  expect(await world.call('stepUpVerify', { challengeId, totp }, { bearer })).toMatchObject({ code: 'invalidCode' })
  const asked = await world.call('removeTotp', {}, { bearer })
  const other = String(asked.details?.['challengeId'])
  expect(await world.call('openSession', { challengeId: other, totp })).toMatchObject({ code: 'invalidCode' })
})

test('X-03 V6.5.1 V6.5.5 a step of the app is used once, also by twenty at the same moment, and the step before is refused', async () => {
  const { user, secret, code } = await withApp()
  const challenges = []
  for (let at = 0; at < 20; at += 1) challenges.push(await begin(user.email))
  expect(await world.call('openSession', { challengeId: challenges[0]!.challengeId, totp: code })).toMatchObject({
    code: 'invalidCode',
  })
  const totp = world.codeOf(secret)
  const answers = await Promise.all(
    challenges.map(({ challengeId }) => world.call('openSession', { challengeId, totp })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map((answer) => answer.code))).toEqual(new Set(['usedCode']))
})
