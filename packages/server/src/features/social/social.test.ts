import { uuidOf } from '@puente/contract'
import { expect, test } from 'vitest'
import { claimOf, takeClaim, updateAccountRow, updatePassword } from '#features/accounts/index.ts'
import { TERMS_VERSION } from '#features/content/index.ts'
import { newId } from '#platform/ids.ts'
import { transaction } from '#platform/db/transaction.ts'
import { aPhone, aUser, anEmail, PASSWORD, putInDoubt, signedIn, type TestUser } from '#test/factories.ts'
import { aBrowser, type Browser } from '#test/social.ts'
import { callProved, newestSms, proved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })

const ana = () => ({ name: 'Ana Ríos', email: anEmail() })

/** Comes in as somebody the issuer knows; the bearer of the session. */
const enter = async (browser: Browser, chosen: { name: string; email: string; verified?: boolean }, more = {}) => {
  const landing = await browser.signIn('google', chosen, more)
  expect(landing.outcome).toBe('token')
  const bearer = await browser.open({ socialToken: landing.more['token'] })
  await browser.post('/auth/setDefault', {}, bearer)
  return bearer
}

const me = async (bearer: string) => (await app.call('me', undefined, { bearer })).data
const bearerOf = async (user: TestUser) => (await signedIn(app.services, user)).authorization.slice('Bearer '.length)

/** Posts as this person, who proves what it asks for. */
const postProved = async (
  browser: Browser,
  path: string,
  bearer: string,
  user: { phone: string | null; password: string },
) => {
  const refused = await browser.post(path, {}, bearer)
  if (refused.code !== 'stepUpRequired') return refused
  const world = { app, user: user as TestUser, headers: { authorization: `Bearer ${bearer}` } }
  return browser.post(path, {}, bearer, await proved(world, refused as never))
}

const urlIn = ({ data }: { data?: never }): string => (data as unknown as { url: string }).url

const mailsTo = async (email: string): Promise<string[]> => {
  await app.runJobs()
  const mails = await app.control<{ subject: string }[]>('GET', `/inbox?to=${encodeURIComponent(email)}`)
  return mails.map(({ subject }) => subject)
}

test.each(['google', 'apple'] as const)(
  'API-04 the first login with %s opens an account, and setDefault says what it came to be, however often',
  async (provider) => {
    const browser = aBrowser(app)
    const person = ana()
    const landing = await browser.signIn(provider, person, { returnTo: '/movements?x=1' })
    expect(landing).toMatchObject({
      screen: '/sign-in',
      outcome: 'token',
      more: { isNew: 'true', returnTo: '/movements?x=1', provider },
    })
    const bearer = await browser.open({ socialToken: landing.more['token'] })
    const first = await browser.post('/auth/setDefault', {}, bearer)
    expect(first.data).toEqual({
      publicTransactionId: expect.stringMatching(/^ana\.rios-[2-9a-z]{4,}$/) as string,
      phoneVerified: false,
      fullName: 'Ana Ríos',
      email: person.email,
      phone: null,
      address: null,
    })
    expect(await browser.post('/auth/setDefault', {}, bearer)).toEqual(first)
    expect(await me(bearer)).toMatchObject({ emailVerified: true, termsAccepted: false, business: false })
  },
)

test('the same identity comes back to the same account, from any browser; an unverified address stays unverified', async () => {
  const person = { ...ana(), verified: false }
  const first = await me(await enter(aBrowser(app), person, { lang: 'ko', business: true }))
  expect(first).toMatchObject({ email: person.email, emailVerified: false, lang: 'ko-KR', business: true })
  const second = await me(await enter(aBrowser(app), person, { lang: 'es' }))
  expect(second).toMatchObject({ userID: first.userID, lang: 'ko-KR' })
})

test('after closing the account, the same identity opens a new one', async () => {
  const person = ana()
  const browser = aBrowser(app)
  const bearer = await enter(browser, person)
  const first = await me(bearer)
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('email', '=', person.email).execute()
  const data = { ownerId: uuidOf(first.userID, 'usr') ?? '' }
  const { db, events } = app.services
  await db.transaction().execute((trx) => events.record(trx, { event: 'account.closed', data }))
  await app.runJobs()
  const second = await me(await enter(browser, person))
  expect(second.email).toBe(person.email)
  expect(second.userID).not.toBe(first.userID)
})

test('the referrer travels with the flow, and counts when the account is opened only', async () => {
  const [referrer, another] = [await aUser(app.services), await aUser(app.services)]
  await transaction(app.services.db, 'claim', (trx) =>
    takeClaim(trx, 'referral', claimOf(app.services.keys, 'referral', referrer.referralCode), referrer.id),
  )
  const person = ana()
  const browser = aBrowser(app)
  await enter(browser, person, { referredBy: referrer.referralCode })
  await enter(browser, person, { referredBy: another.handle })
  await enter(browser, ana(), { referredBy: 'NOBODY22' })
  const rows = await app.services.db
    .selectFrom('users')
    .select('referred_by')
    .where('email', '=', person.email)
    .execute()
  expect(rows).toEqual([{ referred_by: referrer.id }])
})

test('a name the issuer does not tell, or that is none here, is made of the address', async () => {
  const bearer = await enter(aBrowser(app), { name: 'x_9!', email: `lucia.vega${Date.now()}@example.com` })
  expect((await me(bearer)).fullName).toBe('Lucia Vega')
})

test('an address that has an account here takes its password, and then both ways lead to it (V6.8.1)', async () => {
  const user = await aUser(app.services, { emailVerified: true })
  const browser = aBrowser(app)
  const person = { name: 'Maria L', email: user.email }
  const landing = await browser.signIn('google', person)
  expect(landing).toMatchObject({ outcome: 'link', more: { provider: 'google' } })
  const link = landing.more['link'] ?? ''
  expect(await browser.post('/auth/social/link/confirm', { link, password: 'not-this-1A' })).toMatchObject({
    status: 401,
    code: 'invalidSignIn',
  })
  expect(await aBrowser(app).post('/auth/social/link/confirm', { link, password: PASSWORD })).toMatchObject({
    code: 'invalidToken',
  })
  const { data } = await browser.post('/auth/social/link/confirm', { link, password: PASSWORD })
  const bearer = await browser.open(data as unknown as { token: string })
  expect((await me(bearer)).userID).toBe(user.userId)
  expect(await mailsTo(user.email)).toEqual(['A new way to log in to Puente'])
  expect((await me(await enter(aBrowser(app), person))).userID).toBe(user.userId)
  expect(await browser.post('/auth/social/link/confirm', { link, password: PASSWORD })).toMatchObject({
    code: 'invalidToken',
  })
  // Another issuer with the same address is nobody we know.
  expect((await aBrowser(app).signIn('apple', person)).outcome).toBe('link')
})

test('the offer to link ends after ten minutes', async () => {
  const user = await aUser(app.services, { emailVerified: true })
  const browser = aBrowser(app)
  const { more } = await browser.signIn('google', { name: 'M L', email: user.email })
  app.clock.advance(600_000)
  expect(await browser.post('/auth/social/link/confirm', { link: more['link'], password: PASSWORD })).toMatchObject({
    code: 'tokenExpired',
  })
})

test.each([
  ['which the issuer has not verified', { emailVerified: true }, false],
  ['which is not verified here', { emailVerified: false }, true],
] as const)(
  'an address that is taken, %s, is refused as at signing up, and its owner is told',
  async (_, here, verified) => {
    const user = await aUser(app.services, here)
    const landing = await aBrowser(app).signIn('google', { name: 'Maria L', email: user.email, verified })
    expect(landing).toMatchObject({ outcome: 'taken', more: { provider: 'google' } })
    expect(await mailsTo(user.email)).toEqual(['You already have a Puente account'])
  },
)

test('who came by one service only is sent to that one, not asked for a password they do not have', async () => {
  const person = ana()
  await enter(aBrowser(app), person)
  expect((await aBrowser(app).signIn('apple', person)).outcome).toBe('otherWay')
})

test('another address at the issuer is still the same account; another subject never is (V10.5.2)', async () => {
  const person = ana()
  const { userID } = await me(await enter(aBrowser(app), person))
  const all = await app.control<{ sub: string; email: string }[]>('GET', '/oidc/google/accounts')
  const sub = all.find(({ email }) => email === person.email)?.sub ?? ''
  const email = anEmail()
  await app.control('POST', `/oidc/google/accounts/${sub}`, { email })
  expect(await me(await enter(aBrowser(app), { ...person, email }))).toMatchObject({ userID, email: person.email })
  expect((await aBrowser(app).signIn('google', person)).outcome).toBe('otherWay')
})

test('a person who changes their mind comes back to the sign-in screen, and an issuer that is down says so', async () => {
  const browser = aBrowser(app)
  expect(await browser.signIn('google', 'cancel')).toMatchObject({ screen: '/sign-in', outcome: 'cancelled' })
  expect(await browser.signIn('apple', 'cancel')).toMatchObject({ screen: '/sign-in', outcome: 'cancelled' })
  const answer = await browser.choose(await browser.begin('google'), ana())
  await app.control('POST', '/faults', { provider: 'oidc', fault: 'error500', path: '/oidc/google/token' })
  expect((await browser.bring(answer)).outcome).toBe('unavailable')
})

test('two tabs of one newcomer that come back together open one account', async () => {
  const browser = aBrowser(app)
  const person = ana()
  const answers = []
  for (let tab = 0; tab < 2; tab += 1) answers.push(await browser.choose(await browser.begin('google'), person))
  const landings = await Promise.all(answers.map((answer) => browser.bring(answer)))
  expect(landings.map(({ outcome }) => outcome)).toEqual(['token', 'token'])
  const rows = await app.services.db.selectFrom('users').select('owner_id').where('email', '=', person.email).execute()
  expect(rows).toHaveLength(1)
})

test('a closed account lets nobody in, and says so to the holder of its identity alone', async () => {
  const person = ana()
  const { userID } = await me(await enter(aBrowser(app), person))
  const ownerId = uuidOf(userID, 'usr') ?? ''
  const { keys, clock, db } = app.services
  await transaction(db, 'close', (trx) => updateAccountRow(trx, keys, ownerId, { status: 'closed' }, clock.now()))
  expect((await aBrowser(app).signIn('google', person)).outcome).toBe('closed')
  // Whoever holds another identity of the same address learns what any taken address answers.
  expect((await aBrowser(app).signIn('apple', person)).outcome).toBe('taken')
})

test('a stranger who opened an account with an address loses their way in when its owner proves it', async () => {
  const person = { ...ana(), verified: false }
  const stranger = await enter(aBrowser(app), person)
  await app.call('requestEmailCode', undefined, { bearer: stranger })
  await app.runJobs()
  const [mail] = await app.control<{ text: string }[]>('GET', `/inbox?to=${encodeURIComponent(person.email)}`)
  const emailToken = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await app.call('confirmEmail', { emailToken })).data).toMatchObject({ loggedOut: true })
  expect((await app.call('me', undefined, { bearer: stranger })).code).toBe('sessionClosed')
  expect((await aBrowser(app).signIn('google', person)).outcome).toBe('taken')
})

test('a way in is added and taken away in the settings; the owner hears of both, and another account cannot have it', async () => {
  const user = await aUser(app.services, { emailVerified: true })
  const browser = aBrowser(app)
  const bearer = await bearerOf(user)
  const begin = async (of: string) => urlIn(await postProved(browser, '/auth/social/google/link', of, user))
  const person = ana()
  const landing = await browser.bring(await browser.choose(await begin(bearer), person))
  expect(landing).toMatchObject({ screen: '/settings/security/social', outcome: 'linked' })
  const list = async () => (await app.call('listSocial', undefined, { bearer })).data
  expect(await list()).toMatchObject({ hasPassword: true, items: [{ provider: 'google', email: person.email }] })
  // Once more, the same one changes nothing, and a second one of the same service is refused.
  expect((await browser.bring(await browser.choose(await begin(bearer), person))).outcome).toBe('linked')
  expect((await browser.bring(await browser.choose(await begin(bearer), ana()))).outcome).toBe('otherIdentity')
  const other = await bearerOf(await aUser(app.services))
  expect((await browser.bring(await browser.choose(await begin(other), person))).outcome).toBe('otherAccount')
  const unlink = () => postProved(browser, '/auth/social/google/unlink', bearer, user)
  expect((await unlink()).status).toBe(200)
  expect(await unlink()).toMatchObject({ code: 'notFound' })
  expect((await list()).items).toEqual([])
  expect(await mailsTo(user.email)).toEqual(['A way to log in to Puente was removed', 'A new way to log in to Puente'])
})

test('what was begun in a session that has ended meanwhile links nothing', async () => {
  const user = await aUser(app.services, { emailVerified: true })
  const browser = aBrowser(app)
  const bearer = await bearerOf(user)
  const answer = await browser.choose(urlIn(await postProved(browser, '/auth/social/google/link', bearer, user)), ana())
  await app.call('logout', {}, { bearer })
  expect((await browser.bring(answer)).outcome).toBe('expired')
})

test('while it is in doubt whose the account is no other service becomes a way in, whenever that was begun', async () => {
  const user = await aUser(app.services, { emailVerified: true })
  const browser = aBrowser(app)
  const bearer = await bearerOf(user)
  const begun = await browser.choose(urlIn(await postProved(browser, '/auth/social/google/link', bearer, user)), ana())
  const person = { name: 'Maria L', email: user.email }
  const { more } = await browser.signIn('apple', person)
  await putInDoubt(app.services, user.id)
  expect((await browser.bring(begun)).outcome).toBe('expired')
  // The password signs in as before.
  const { data } = await browser.post('/auth/social/link/confirm', { link: more['link'], password: PASSWORD })
  const back = await browser.open(data as unknown as { token: string })
  expect((await app.call('listSocial', undefined, { bearer: back })).data.items).toEqual([])
})

test('the first password takes a fresh proof of the linked identity, in the same session and browser, once', async () => {
  const browser = aBrowser(app)
  const person = ana()
  const bearer = await enter(browser, person)
  const phone = aPhone()
  const ownerId = uuidOf((await me(bearer)).userID, 'usr') ?? ''
  const { keys, clock, db } = app.services
  await transaction(db, 'phone', (trx) =>
    updateAccountRow(trx, keys, ownerId, { phone, phoneVerifiedAt: clock.now() }, clock.now()),
  )
  const unlink = () => postProved(browser, '/auth/social/google/unlink', bearer, { phone, password: '' })
  expect(await unlink()).toMatchObject({ code: 'invalidRequest', details: { reason: 'lastWayIn' } })
  const prove = async (chosen: { name: string; email: string }) => {
    const url = urlIn(await browser.post('/auth/social/google/prove', { returnTo: '/home' }, bearer))
    expect(url).toContain('max_age=0')
    return browser.bring(await browser.choose(url, chosen))
  }
  expect(await prove(ana())).toMatchObject({ screen: '/home', outcome: 'otherAccount' })
  const { more, outcome } = await prove(person)
  expect(outcome).toBe('proved')
  const choose = (newPassword: string, from = browser) =>
    from.post('/auth/password/set', { proof: more['proof'], newPassword }, bearer)
  expect(await choose('Password1')).toMatchObject({ code: 'invalidPass' })
  expect(await choose('Quiet-Harbour-77', aBrowser(app))).toMatchObject({ code: 'invalidToken' })
  expect((await choose('Quiet-Harbour-77')).status).toBe(200)
  expect((await choose('Quiet-Harbour-78')).code).toBe('invalidToken')
  expect((await app.call('signIn', { email: person.email, password: 'Quiet-Harbour-77' })).status).toBe(200)
  expect(await mailsTo(person.email)).toEqual(['Your Puente account has a password'])
  expect((await unlink()).status).toBe(200)
})

test('an account without a password takes none', async () => {
  const person = ana()
  await enter(aBrowser(app), person)
  expect((await app.call('signIn', { email: person.email, password: PASSWORD })).code).toBe('invalidSignIn')
})

test('the providers are those of the configuration', async () => {
  expect((await app.call('socialProviders')).data).toEqual({
    items: [
      { id: 'google', name: 'Google' },
      { id: 'apple', name: 'Apple' },
    ],
  })
})

test('no money moves for an account without a password, until it has one', async () => {
  const bearer = await enter(aBrowser(app), ana())
  const ownerId = uuidOf((await me(bearer)).userID, 'usr') ?? ''
  const { keys, clock, db } = app.services
  const at = clock.now()
  const verified = { phone: aPhone(), phoneVerifiedAt: at, terms: { version: TERMS_VERSION, at }, tier: 0 }
  const deposit = () =>
    app.call('startDeposit', { method: 'card', amount: 10_00, currency: 'USD' }, { bearer, key: `deposit-${newId()}` })
  expect((await deposit()).code).toBe('kycRequired')
  await transaction(db, 'verify', (trx) => updateAccountRow(trx, keys, ownerId, verified, at))
  expect(await deposit()).toMatchObject({ status: 403, code: 'stepUpRequired', details: { enrol: true } })
  await transaction(db, 'password', (trx) => updatePassword(trx, ownerId, 'a-hash', at))
  expect((await deposit()).status).toBe(200)
})

test('a newcomer without password and phone is asked to choose a password, and proves with it what waited, closing too', async () => {
  const browser = aBrowser(app)
  const person = ana()
  const bearer = await enter(browser, person)
  const headers = { authorization: `Bearer ${bearer}` }
  const enrol = { code: 'stepUpRequired', details: { enrol: true, only: 'password', reason: 'enrol' } }
  expect(await app.raw('closeAccount', {}, { headers })).toMatchObject(enrol)
  expect(await app.call('freeze', {}, { bearer })).toMatchObject({ data: { status: 'frozen' } })
  for (const act of ['passkeyOptions', 'unfreeze', 'exportData'] as const)
    // oxlint-disable-next-line no-await-in-loop
    expect(await app.raw(act, {}, { headers }), act).toMatchObject(enrol)
  const url = urlIn(await browser.post('/auth/social/google/prove', { returnTo: '/home' }, bearer))
  const { more } = await browser.bring(await browser.choose(url, person))
  const chosen = { proof: more['proof'], newPassword: 'Quiet-Harbour-77' }
  expect((await browser.post('/auth/password/set', chosen, bearer)).status).toBe(200)
  const user = { phone: null, password: chosen.newPassword } as TestUser
  for (const act of ['passkeyOptions', 'unfreeze', 'exportData', 'closeAccount'] as const)
    // oxlint-disable-next-line no-await-in-loop
    expect(await callProved({ app, user, headers }, act, {}), act).toMatchObject({ status: 200 })
  expect(await app.call('me', undefined, { bearer })).toMatchObject({ details: { reason: 'accountClosed' } })
  expect(await app.call('signIn', { email: person.email, password: chosen.newPassword })).toMatchObject({
    code: 'invalidSignIn',
  })
})

test('who came by another service closes the account with the code to their phone; the identity then opens a new one', async () => {
  const browser = aBrowser(app)
  const person = ana()
  const bearer = await enter(browser, person)
  const phone = aPhone()
  const { userID } = await me(bearer)
  expect(await app.call('registerPhone', { phone }, { bearer })).toMatchObject({ status: 200 })
  const { code } = await newestSms({ app, user: { phone } as TestUser })
  expect(await app.call('confirmPhone', { code }, { bearer })).toMatchObject({ status: 200 })
  const refused = await browser.post('/account/close', {}, bearer)
  expect(refused).toMatchObject({ code: 'stepUpRequired', details: { factors: ['code'] } })
  const user = { phone, password: '' }
  expect(await postProved(browser, '/account/close', bearer, user)).toMatchObject({ data: { status: 'closed' } })
  expect(await app.call('me', undefined, { bearer })).toMatchObject({ details: { reason: 'accountClosed' } })
  const again = await me(await enter(aBrowser(app), person))
  expect(again).toMatchObject({ email: person.email, phone: null })
  expect(again.userID).not.toBe(userID)
})
