/** Guessers, with budgets as narrow as in production: how far they come, and what they take from the owner. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld()
})
afterAll(() => world.close())

const wrongOnes = (code: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'))
const evaluated = (answers: { code: string | undefined; details: Record<string, unknown> | undefined }[]) =>
  answers.filter(({ code, details }) => code === 'invalidCode' && details?.['reason'] !== 'challenge')

test('[V6.6.3] of a thousand guesses of a mailed code at once at most five are looked at', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const { code } = await world.newestTo(user.email)
  const answers = await Promise.all(
    wrongOnes(code, 1_000).map((emailToken) => world.call('confirmEmail', { emailToken }, { bearer })),
  )
  // What is dead is answered like what is wrong: how many were looked at is in the row.
  const { tries } = await world.services.db
    .selectFrom('contact_codes')
    .select('tries')
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(tries).toBeLessThanOrEqual(5)
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  expect((await world.call('confirmEmail', { emailToken: code }, { bearer })).status).not.toBe(200)
})

/** Signs in with the password as far as it goes, and answers the challenge that is left. */
const begin = async (email: string, options: object = {}): Promise<string> => {
  const { data } = await world.call('signIn', { email, password: PASSWORD }, options)
  const asked = await world.call('openSession', { token: data.token }, options)
  return String(asked.details?.['challengeId'])
}

const withApp = async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const { secret, recoveryCodes } = await world.enrolApp(bearer)
  world.nextStep()
  return { ...user, recoveryCodes, totp: () => world.codeOf(secret) }
}

test('[V6.6.3] of a thousand guesses of the second factor at once at most five are looked at', async () => {
  const owner = await withApp()
  const challengeId = await begin(owner.email)
  const answers = await Promise.all(
    wrongOnes(owner.totp(), 1_000).map((totp) => world.call('openSession', { challengeId, totp })),
  )
  expect(evaluated(answers).length).toBeLessThanOrEqual(5)
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  expect((await world.call('openSession', { challengeId, totp: owner.totp() })).status).not.toBe(200)
})

test('links to reset a password cannot be guessed, and a thousand guesses change nothing', async () => {
  const { user } = await world.join({ emailVerified: true })
  await world.call('forgotPassword', { email: user.email })
  const { token } = await world.newestTo(user.email)
  const guesses = Array.from({ length: 1_000 }, (_, n) => `${token.slice(0, -3)}${String(n).padStart(3, '0')}`)
  const from = '198.51.100.77'
  const answers = await Promise.all(
    guesses
      .filter((guess) => guess !== token)
      .map((guess) => world.call('resetPassword', { token: guess, newPassword: 'Otra-Nube-77x' }, { from })),
  )
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  expect((await world.call('resetPassword', { token, newPassword: 'Otra-Nube-77x' })).status).toBe(200)
})

test('who knows the password, and guesses the second factor all day, keeps the owner from neither a recovery code nor a remembered browser', async () => {
  const owner = await withApp()
  const entered = await world.call('openSession', {
    challengeId: await begin(owner.email),
    totp: owner.totp(),
    rememberDevice: true,
  })
  const device = entered.device ?? ''
  let looked = 0
  for (let round = 0; round < 12; round += 1) {
    const challengeId = await begin(owner.email)
    const guesses = wrongOnes(owner.totp(), 6).map((totp) => world.call('openSession', { challengeId, totp }))
    looked += evaluated(await Promise.all(guesses)).length
  }
  expect(looked).toBeLessThanOrEqual(20)
  const challengeId = await begin(owner.email)
  expect(await world.call('openSession', { challengeId, recoveryCode: owner.recoveryCodes[0] ?? '' })).toMatchObject({
    status: 200,
  })
  const { data } = await world.call('signIn', { email: owner.email, password: PASSWORD }, { device })
  expect(await world.call('openSession', { token: data.token }, { device })).toMatchObject({ status: 200 })
})

test('strangers who spend every budget that has the name of an account keep its owner out of nothing on a known browser', async () => {
  const { user } = await world.join({ emailVerified: true })
  const { device } = await world.enter(user.email, PASSWORD)
  for (let n = 0; n < 40; n += 1) await world.call('signIn', { email: user.email, password: `Wrong-Pass-${n}` })
  for (let n = 0; n < 12; n += 1) await world.call('forgotPassword', { email: user.email })
  const stranger = await world.call('signIn', { email: user.email, password: PASSWORD })
  expect(stranger.status).toBe(429)
  expect(await world.call('signIn', { email: user.email, password: PASSWORD }, { device })).toMatchObject({
    status: 200,
  })
})

test('[V15.3.4] behind a listed proxy a client is the address that the proxy saw, whatever the client wrote before it', async () => {
  const { user } = await world.join({ emailVerified: true })
  await world.call('signIn', { email: user.email, password: 'Wrong-Pass-1' }, { from: '203.0.113.7, 198.51.100.200' })
  const { network } = await world.services.db
    .selectFrom('audit_log')
    .select('network')
    .where('actor_id', '=', user.id)
    .where('action', '=', 'password.refused')
    .executeTakeFirstOrThrow()
  expect(network).toBe('198.51.100.0/24')
})
