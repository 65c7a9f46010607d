/**
 * Guessers, with budgets as narrow as in production: how far they come, and what they take from the owner. A thousand at once
 * are made at the code to a phone. Of every other kind sixty are: tries are counted in one statement or under one lock before
 * they are judged (`takeTry`, `countTry`, `budgets.take`), so it is the number that comes at once beyond five that shows it,
 * and of more the budget of the route lets few through.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGETS, THROTTLES } from '#platform/rate-limit/throttles.ts'
import { withClient } from '#platform/db/pool.ts'
import { openExternalPayment } from '#test/external-payment.ts'
import { aPhone, anEmail, PASSWORD, type TestUser } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'
import { aBrowser } from '#test/social.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld()
})
afterAll(() => world.close())

const wrongOnes = (code: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'))
type Given = Awaited<ReturnType<typeof world.call>>
const evaluated = (answers: Pick<Given, 'code' | 'details'>[]) =>
  answers.filter(({ code, details }) => code === 'invalidCode' && details?.['reason'] !== 'challenge')

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
  return { ...user, bearer, recoveryCodes, totp: () => world.codeOf(secret) }
}

/** Signs in with the authenticator app, in a browser that is not remembered; from then on it is known. */
const enterWithApp = async (
  { email, totp }: Awaited<ReturnType<typeof withApp>>,
  options: { device?: string } = {},
) => {
  const { data, device } = await world.call('signIn', { email, password: PASSWORD }, options)
  const from = { device: device ?? options.device ?? '' }
  const asked = await world.call('openSession', { token: data.token }, from)
  const proof = { challengeId: String(asked.details?.['challengeId']), totp: totp() }
  const opened = await world.call('openSession', proof, from)
  world.nextStep()
  return { ...opened, ...from }
}

/** Somebody guesses what opens something of another person; the owner is at a browser that the account knows. */
type Guessing = {
  owner: TestUser
  wrong: (n: number) => Promise<Pick<Given, 'status'>>
  /** What the owner does there meanwhile: the very thing that is guessed at. */
  atHome: () => Promise<Pick<Given, 'status'>>
}
const digits = (right: string) => wrongOnes(right, 1_000)

/** A code to a contact, guessed by a thief with a session. */
const contactCode = async (kind: 'email' | 'phone'): Promise<Guessing> => {
  const { user: owner, bearer } = await world.join({ phone: aPhone() })
  const home = await world.enter(owner.email, PASSWORD)
  const [address, ask, confirm, field] =
    kind === 'email'
      ? ([owner.email, 'requestEmailCode', 'confirmEmail', 'emailToken'] as const)
      : ([owner.phone ?? '', 'requestPhoneCode', 'confirmPhone', 'code'] as const)
  await world.call(ask, {}, { bearer })
  const wrong = digits((await world.newestTo(address)).code)
  return {
    owner,
    wrong: (n) => world.call(confirm, { [field]: wrong[n] }, { bearer }),
    atHome: async () => {
      await world.call(ask, {}, home)
      return world.call(confirm, { [field]: (await world.newestTo(address)).code }, home)
    },
  }
}

/** A proof for an act, guessed by a thief with a session. */
const proofOfAct = async (factor: 'code' | 'totp' | 'password'): Promise<Guessing> => {
  const app = factor === 'totp' ? await withApp() : null
  const owner = app ?? (await world.join(factor === 'code' ? { tier: 1 } : { emailVerified: true })).user
  const home = app ? await enterWithApp(app) : await world.enter(owner.email, PASSWORD)
  const bearer = await world.bearerOf(owner)
  const ask = async (options: object) => {
    const asked = await world.call('changeEmail', { email: anEmail() }, options)
    const challengeId = String(asked.details?.['challengeId'])
    if (factor === 'code') await world.call('stepUpOptions', { challengeId, factor }, options)
    return challengeId
  }
  const right = async () => {
    if (factor === 'password') return PASSWORD
    return app?.totp() ?? (await world.newestTo(owner.phone ?? '')).code
  }
  const challengeId = await ask({ bearer })
  const wrong = factor === 'password' ? [] : digits(await right())
  const at = { bearer: 'data' in home ? home.data.bearer : home.bearer, device: home.device }
  return {
    owner,
    wrong: (n) => world.call('stepUpVerify', { challengeId, [factor]: wrong[n] ?? `Wrong-Pass-${n}` }, { bearer }),
    atHome: async () => world.call('stepUpVerify', { challengeId: await ask(at), [factor]: await right() }, at),
  }
}

/** The second factor at sign-in, guessed by somebody who has the password: the app's code and a recovery code in turn. */
const secondFactor = async (): Promise<Guessing> => {
  const owner = await withApp()
  const { device } = await enterWithApp(owner)
  const challengeId = await begin(owner.email)
  const wrong = digits(owner.totp())
  const [recoveryCode = ''] = owner.recoveryCodes
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const others = Array.from({ length: 61 }, (_, n) =>
    [recoveryCode.slice(0, -2), letters[n % 32], letters[Math.floor(n / 32)]].join(''),
  ).filter((one) => one !== recoveryCode)
  return {
    owner,
    wrong: (n) =>
      world.call('openSession', { challengeId, ...(n % 2 ? { totp: wrong[n] } : { recoveryCode: others[n] }) }),
    atHome: () => enterWithApp(owner, { device }),
  }
}

/** Links an identity of another service with the password of the account that has its address, guessed by who has the identity. */
const socialLink = async (): Promise<Guessing> => {
  const { user: owner } = await world.join({ emailVerified: true })
  const { device } = await world.enter(owner.email, PASSWORD)
  const browser = aBrowser(world)
  const { link } = (await browser.signIn('google', { name: 'Maria L', email: owner.email })).more
  const cookie = [...browser.cookies(world.url)].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    owner,
    wrong: (n) => world.raw('confirmSocialLink', { link, password: `Wrong-Pass-${n}` }, { cookie }),
    atHome: () => world.call('signIn', { email: owner.email, password: PASSWORD }, { device }),
  }
}

/** Unlocks a session whose cookie was stolen, with the code of the app. */
const lockedSession = async (): Promise<Guessing> => {
  const owner = await withApp()
  const stolen = await enterWithApp(owner)
  await openExternalPayment(world.services, owner.id)
  await world.call('lockSession', { resume: '/home' }, { bearer: stolen.data.bearer })
  const wrong = digits(owner.totp())
  return {
    owner,
    wrong: (n) => world.call('unlockSession', { totp: wrong[n] }, { cookie: stolen.cookie ?? '' }),
    atHome: () => enterWithApp(owner, { device: stolen.device }),
  }
}

/** What is noted of every guess that was looked at. */
const lookedAt = async ({ id }: TestUser): Promise<number> => {
  const { rows } = await withClient(world.database.superuserUrl, (client) =>
    client.query(
      `select count(*) as n from audit_log
        where actor_id = $1 and result = 'refused' and (action = any($2) or details->>'verdict' = 'wrong')`,
      [id, ['step-up.refused', 'password.refused', 'session.unlocked']],
    ),
  )
  return Number(rows[0].n)
}

const kinds: Record<string, () => Promise<Guessing>> = {
  'a mailed code': () => contactCode('email'),
  'the second factor at sign-in': secondFactor,
  'the SMS for an act': () => proofOfAct('code'),
  'the code of the app for an act': () => proofOfAct('totp'),
  'the password for an act': () => proofOfAct('password'),
  'the password that links another service': socialLink,
  'the code of the app that unlocks a session': lockedSession,
}

/** Makes so many guesses at once; at most five may be looked at, and the owner is kept out of nothing on a known browser. */
const guess = async ({ owner, wrong, atHome }: Guessing, count: number) => {
  const before = await lookedAt(owner)
  // Two are looked at in any case, however many of the others a busy server gives up.
  const first = [await wrong(0), await wrong(1)]
  const others = await Promise.all(Array.from({ length: count - 2 }, (_, n) => wrong(n + 2)))
  expect([...first, ...others].filter(({ status }) => status < 400)).toEqual([])
  const looked = (await lookedAt(owner)) - before
  expect(looked).toBeGreaterThanOrEqual(2)
  expect(looked).toBeLessThanOrEqual(5)
  expect(await atHome()).toMatchObject({ status: 200 })
}

test('[V6.6.3] API-09 of a thousand guesses of a code to a phone at once at most five are looked at, and the owner confirms it on a known browser', async () => {
  await guess(await contactCode('phone'), 1_000)
})

test.each(Object.entries(kinds))(
  '[V6.6.3] of many guesses of %s at once at most five are looked at, and the owner is kept out of nothing on a known browser',
  async (_what, prepare) => guess(await prepare(), 60),
)

test('links to reset a password cannot be guessed, and more guesses than the budget lets through change nothing and keep nobody out', async () => {
  const { user } = await world.join({ emailVerified: true })
  const { device } = await world.enter(user.email, PASSWORD)
  await world.call('forgotPassword', { email: user.email })
  const { token } = await world.newestTo(user.email)
  const count = THROTTLES.resetLink.max + 20
  const guesses = Array.from({ length: count }, (_, n) => `${token.slice(0, -3)}${String(n).padStart(3, '0')}`)
  const from = '198.51.100.77'
  const answers = await Promise.all(
    guesses
      .filter((guess) => guess !== token)
      .map((guess) => world.call('resetPassword', { token: guess, newPassword: 'Otra-Nube-77x' }, { from })),
  )
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  expect(await world.call('signIn', { email: user.email, password: PASSWORD }, { device })).toMatchObject({
    status: 200,
  })
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
  for (let n = 0; n < BUDGETS.signInPerAccount.max; n += 1) {
    await world.call('signIn', { email: user.email, password: `Wrong-Pass-${n}` })
    world.clock.advance(64_000)
  }
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
