/** What somebody who has a session or a password of another person tries, to become them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, anEmail, PASSWORD, putInDoubt } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld({ THROTTLE_FACTOR: '100' })
})
afterAll(() => world.close())

const DAY = 24 * 60
const IN_DOUBT = { status: 403, code: 'accountRestricted', details: { reason: 'ownerInDoubt' } }

const withApp = async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const app = await world.enrolApp(bearer)
  world.nextStep()
  return { user, bearer, ...app }
}
/** Gives the number and reads the code that comes. */
const codeTo = async (phone: string, bearer: string) => {
  expect((await world.call('registerPhone', { phone }, { bearer })).status).toBe(200)
  return (await world.newestTo(phone)).code
}
/** A sign-in that waits for its second factor. */
const pending = async (email: string) => {
  const token = await world.tokenOf(email)
  return String((await world.call('openSession', { token })).details?.['challengeId'])
}
const factorsFor = async (bearer: string) =>
  (await world.call('changeEmail', { email: anEmail() }, { bearer })).details?.['factors']
const causes = async (ownerId: string) =>
  (await world.services.db.selectFrom('coolings').select('cause').where('owner_id', '=', ownerId).execute()).map(
    ({ cause }) => cause,
  )

test('a first phone beside an enrolled factor takes a proof with that factor, and its code stays good until then', async () => {
  const { user, bearer, secret } = await withApp()
  const code = await codeTo(aPhone(), bearer)
  expect(await world.call('confirmPhone', { code }, { bearer })).toMatchObject({
    code: 'stepUpRequired',
    details: { factors: ['totp', 'recoveryCode'], intent: { operation: 'confirmPhone' } },
  })
  expect((await world.rowOf(user)).phone_verified_at).toBeNull()
  const added = await world.callProved('confirmPhone', { code }, bearer, () => ({ totp: world.codeOf(secret) }))
  expect(added).toMatchObject({ status: 200, data: { phoneVerified: true } })
  expect(await world.subjectsTo(user.email)).toContain('A phone was added to your Puente account')
})

test('a factor that a thief has just enrolled does not lift the freeze of "this wasn\'t me"', async () => {
  const { user, bearer, secret } = await withApp()
  const proof = () => ({ totp: world.codeOf(secret) })
  expect((await world.callProved('changeEmail', { email: anEmail() }, bearer, proof)).status).toBe(200)
  const { token } = await world.newestTo(user.email)
  expect(await world.call('notMe', { token })).toMatchObject({ data: { review: true } })
  world.nextStep()
  // Not even asked for a proof, which the thief has.
  expect(await world.call('unfreeze', {}, { bearer: await world.bearerOf(user) })).toMatchObject(IN_DOUBT)
})

test('a link that was mailed before it came in doubt whose the account is sets no password and proves no address', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const { token: emailToken } = await world.newestTo(user.email)
  await world.call('forgotPassword', { email: user.email })
  const { token } = await world.newestTo(user.email)
  await putInDoubt(world.services, user.id)
  expect(await world.call('checkResetLink', { token })).toMatchObject(IN_DOUBT)
  expect(await world.call('resetPassword', { token, newPassword: 'Quiet-Harbour-77' })).toMatchObject(IN_DOUBT)
  expect(await world.call('confirmEmail', { emailToken })).toMatchObject(IN_DOUBT)
  expect(await world.rowOf(user)).toMatchObject({ email_verified_at: null })
  expect((await world.call('signIn', { email: user.email, password: PASSWORD })).status).toBe(200)
})

test('while it is in doubt whose the account is, the mails about a login and a reset say whom to write to, and link to no new password', async () => {
  const { user } = await world.join({ emailVerified: true })
  await putInDoubt(world.services, user.id)
  await world.enter(user.email, PASSWORD)
  const login = await world.newestTo(user.email)
  expect(login.subject).toBe('New login while we check your Puente account')
  expect(login.text).toContain('/settings/support')
  expect((await world.call('forgotPassword', { email: user.email })).data).toEqual({ sent: true })
  const reset = await world.newestTo(user.email)
  expect(reset.subject).toBe("You can't choose a new Puente password right now")
  for (const { text } of [login, reset]) {
    expect(text).toContain('help@puente.test')
    expect(text).not.toContain('reset-password')
  }
  const unproved = await world.join()
  await putInDoubt(world.services, unproved.user.id)
  await world.call('forgotPassword', { email: unproved.user.email })
  expect(await world.subjectsTo(unproved.user.email)).toEqual([])
})

test('a browser is not remembered while it is in doubt whose the account is', async () => {
  const { user, secret } = await withApp()
  await putInDoubt(world.services, user.id)
  const challengeId = await pending(user.email)
  const opened = await world.call('openSession', { challengeId, totp: world.codeOf(secret), rememberDevice: true })
  expect(opened.status).toBe(200)
  const { data } = await world.call('rememberedBrowsers', {}, { bearer: opened.data.bearer })
  expect(data.items).toEqual([])
})

test('a phone that is added when signing up is long over proves nothing for three days; the password does, as before it', async () => {
  const { user } = await world.join({ emailVerified: true })
  world.advance(DAY)
  const bearer = await world.bearerOf(user)
  const code = await codeTo(aPhone(), bearer)
  expect((await world.call('confirmPhone', { code }, { bearer })).status).toBe(200)
  expect(await factorsFor(bearer)).toEqual(['password'])
  expect(await world.subjectsTo(user.email)).toContain('A phone was added to your Puente account')
  expect((await world.call('securityLog', {}, { bearer })).data.items[0]?.event).toBe('phoneConfirmed')
  world.advance(3 * DAY)
  expect(await factorsFor(await world.bearerOf(user))).toEqual(['code'])
})

test('what no proof makes possible is refused before one is asked for: a wrong password, the same address, a frozen account', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const password = (currentPassword: string) =>
    world.call('changePassword', { currentPassword, newPassword: 'Orilla-Tranquila-58' }, { bearer })
  const email = (address: string) => world.call('changeEmail', { email: address }, { bearer })
  expect(await password('Wrong-Guess-9')).toMatchObject({ code: 'change_password_error' })
  expect(await password(PASSWORD)).toMatchObject({ code: 'stepUpRequired' })
  expect(await email(user.email)).toMatchObject({ code: 'invalidEmail' })
  expect(await email(anEmail())).toMatchObject({ code: 'stepUpRequired' })
  await world.call('freeze', {}, { bearer })
  expect(await email(anEmail())).toMatchObject({ code: 'accountRestricted', details: { reason: 'frozen' } })
})

test('without a password there is nothing to prove with until the added phone is three days old', async () => {
  const { user } = await world.join({ emailVerified: true })
  world.advance(DAY)
  const bearer = await world.bearerOf(user)
  const code = await codeTo(aPhone(), bearer)
  await world.call('confirmPhone', { code }, { bearer })
  await world.services.db.updateTable('users').set({ password_hash: null }).where('owner_id', '=', user.id).execute()
  expect(await world.call('changeEmail', { email: anEmail() }, { bearer })).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'phoneAddedProof', until: expect.any(String) },
  })
})

test('the phone of somebody who signs up proves at once, and no mail makes them wonder', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const code = await codeTo(aPhone(), bearer)
  expect((await world.call('confirmPhone', { code }, { bearer })).status).toBe(200)
  expect(await factorsFor(bearer)).toEqual(['code'])
  expect(await world.subjectsTo(user.email)).not.toContain('A phone was added to your Puente account')
})

test('a phone that somebody with the password adds within the first day, elsewhere than the account began, proves nothing for three days', async () => {
  const email = anEmail()
  const form = { email, password: PASSWORD, fullName: 'Clara Núñez', lang: 'en', business: false }
  const opened = await world.call('signUp', form)
  const device = opened.device ?? ''
  const mine = await world.call('openSession', { token: opened.data.token }, { device })
  await world.call('requestEmailCode', {}, { bearer: mine.data.bearer })
  const { code: emailToken } = await world.newestTo(email)
  await world.call('confirmEmail', { emailToken }, { bearer: mine.data.bearer })

  const thief = await world.enter(email, PASSWORD)
  const code = await codeTo(aPhone(), thief.bearer)
  expect((await world.call('confirmPhone', { code }, { bearer: thief.bearer })).status).toBe(200)
  expect(await factorsFor(thief.bearer)).toEqual(['password'])
  expect(await world.subjectsTo(email)).toContain('A phone was added to your Puente account')
  world.advance(3 * DAY)
  expect(await factorsFor((await world.enter(email, PASSWORD)).bearer)).toEqual(['code'])
})

test('the phone of somebody who comes back the same day, in the browser that opened the account, proves at once', async () => {
  const email = anEmail()
  const form = { email, password: PASSWORD, fullName: 'Clara Núñez', lang: 'en', business: false }
  const { data, device } = await world.call('signUp', form)
  await world.call('openSession', { token: data.token }, { device: device ?? '' })
  const { bearer } = await world.enter(email, PASSWORD, { device: device ?? '' })
  await world.call('requestEmailCode', {}, { bearer })
  await world.call('confirmEmail', { emailToken: (await world.newestTo(email)).code }, { bearer })
  const code = await codeTo(aPhone(), bearer)
  expect((await world.call('confirmPhone', { code }, { bearer, device: device ?? '' })).status).toBe(200)
  expect(await factorsFor(bearer)).toEqual(['code'])
  expect(await world.subjectsTo(email)).not.toContain('A phone was added to your Puente account')
})

test('an authenticator app in place of another one is a removal: money slows down, and mail and log say it was replaced', async () => {
  const { user, bearer, recoveryCodes } = await withApp()
  expect(await causes(user.id)).toEqual([])
  await world.enrolApp(bearer, () => ({ recoveryCode: recoveryCodes[0] }))
  expect(await causes(user.id)).toEqual(['factorRemoved'])
  expect(await world.subjectsTo(user.email)).toContain('The authenticator app of your Puente account was replaced')
  const { items } = (await world.call('securityLog', {}, { bearer: await world.bearerOf(user) })).data
  expect(items.map(({ event }) => event)).toContain('totpReplaced')
})

test('a sign-in that waits for its second factor ends with the sessions of the account, and with "this wasn\'t me"', async () => {
  const { user, bearer, recoveryCodes } = await withApp()
  const [first, second, third, fourth] = recoveryCodes
  const begun = await pending(user.email)
  world.advance(1)
  await world.callProved('endSessions', { all: 'every' }, bearer, () => ({ recoveryCode: first }))
  expect(await world.call('openSession', { challengeId: begun, recoveryCode: second })).toMatchObject({
    code: 'invalidToken',
  })
  const again = await world.bearerOf(user)
  await world.callProved('changeEmail', { email: anEmail() }, again, () => ({ recoveryCode: third }))
  await world.newestTo(user.email)
  const token = (await world.inbox(user.email)).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  const later = await pending(user.email)
  world.advance(1)
  expect((await world.call('notMe', { token })).status).toBe(200)
  expect(await world.call('openSession', { challengeId: later, recoveryCode: fourth })).toMatchObject({
    code: 'invalidToken',
  })
})

test('the code of a change of email goes to the same address again without another proof, and to no other one', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const next = anEmail()
  const change = (email: string) => world.call('changeEmail', { email }, { bearer })
  await world.callProved('changeEmail', { email: next }, bearer, () => ({ password: PASSWORD }))
  const { code } = await world.newestTo(next)
  expect((await change(next)).status).toBe(200)
  expect((await world.newestTo(next)).code).not.toBe(code)
  expect(await change(anEmail())).toMatchObject({ code: 'stepUpRequired' })
  world.advance(24 * 60 + 1)
  expect(await world.call('changeEmail', { email: next }, { bearer: await world.bearerOf(user) })).toMatchObject({
    code: 'stepUpRequired',
  })
})

test('a lost device ends changes of the contacts that wait for their code', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const next = anEmail()
  await world.callProved('changeEmail', { email: next }, bearer, () => ({ password: PASSWORD }))
  await world.call('lostDevice', {}, { bearer })
  const { data } = await world.call('contactChanges', {}, { bearer: await world.bearerOf(user) })
  expect(data.email).toBeNull()
})
