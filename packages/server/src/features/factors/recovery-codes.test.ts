import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld({ THROTTLE_FACTOR: '100' })
})
afterAll(() => world.close())

const withApp = async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const app = await world.enrolApp(bearer)
  world.nextStep()
  return { user, bearer, ...app, byApp: () => ({ totp: world.codeOf(app.secret) }) }
}
const begin = async (email: string): Promise<string> => {
  const { data } = await world.call('signIn', { email, password: PASSWORD })
  const asked = await world.call('openSession', { token: data.token })
  return String(asked.details?.['challengeId'])
}
const enter = async (email: string, recoveryCode: string) =>
  world.call('openSession', { challengeId: await begin(email), recoveryCode })

test('V6.5.1 a recovery code works once, however it is written and however many use it at once, and its owner is mailed', async () => {
  const { user, recoveryCodes } = await withApp()
  const [first = '', second = ''] = recoveryCodes
  const written = ` ${first.toLowerCase().replaceAll('-', ' ')} `
  expect((await enter(user.email, written)).status).toBe(200)
  expect(await world.subjectsTo(user.email)).toContain('A recovery code was used on your Puente account')
  expect(await enter(user.email, first)).toMatchObject({ code: 'usedCode', details: { reason: 'recoveryCode' } })
  const challenges = []
  for (let at = 0; at < 20; at += 1) challenges.push(await begin(user.email))
  const answers = await Promise.all(
    challenges.map((challengeId) => world.call('openSession', { challengeId, recoveryCode: second })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'usedCode']))
  const left = await world.call('factors', {}, { bearer: await world.bearerOf(user) })
  expect(left.data.recoveryCodesLeft).toBe(8)
})

test('X-04 new codes end the old ones, and only hashes are stored', async () => {
  const { user, bearer, recoveryCodes, byApp } = await withApp()
  const renewed = await world.callProved('renewRecoveryCodes', {}, bearer, byApp)
  expect(renewed.data.recoveryCodes).toHaveLength(10)
  expect(await enter(user.email, recoveryCodes[0] ?? '')).toMatchObject({
    code: 'invalidCode',
    details: { reason: 'recoveryCode' },
  })
  expect((await enter(user.email, renewed.data.recoveryCodes[9] ?? '')).status).toBe(200)
  const rows = await world.services.db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('owner_id', '=', user.id)
    .execute()
  expect(rows).toHaveLength(10)
  const stored = JSON.stringify(rows.map((row) => ({ ...row, code_hash: row.code_hash.toString('latin1') })))
  for (const code of renewed.data.recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  const app = await world.services.db
    .selectFrom('authenticator_apps')
    .select('secret_sealed')
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(app.secret_sealed).toMatch(/^v\d\./)
})

test('codes are for what can be lost: there are none without a factor, and they go with the last one', async () => {
  const { bearer } = await world.join({ emailVerified: true })
  expect(await world.call('renewRecoveryCodes', {}, { bearer })).toMatchObject({ status: 404, code: 'notFound' })
  const { bearer: own, byApp, user } = await withApp()
  expect((await world.callProved('removeTotp', {}, own, byApp)).status).toBe(200)
  const { data } = await world.call('factors', {}, { bearer: own })
  expect(data).toMatchObject({ totpSince: null, recoveryCodesLeft: null })
  const token = await world.tokenOf(user.email)
  expect((await world.call('openSession', { token })).status).toBe(200)
})

test('a second app keeps the codes there are', async () => {
  const { bearer, byApp, secret } = await withApp()
  const moved = await world.enrolApp(bearer, byApp)
  expect(moved.recoveryCodes).toEqual([])
  expect(moved.secret).not.toBe(secret)
  world.nextStep()
  const refused = await world.call('removeTotp', {}, { bearer })
  const challengeId = String(refused.details?.['challengeId'])
  expect(await world.call('stepUpVerify', { challengeId, totp: world.codeOf(secret) }, { bearer })).toMatchObject({
    code: 'invalidCode',
  })
})
