/** Money asks for a proof from certain amounts on; the proof lets exactly that movement pass, once. */
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { callProved, challengeIn, codeFor, newestSms, proved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })

const HOUR_MS = 3_600_000

type Payer = { app: typeof app; user: TestUser; headers: { authorization: string } }

const aPayer = async (): Promise<Payer> => {
  const user = await aUser(app.services, { tier: 2, fullName: 'Ana Rey' })
  await withBalance(app.services, user, 5_000_00)
  return { app, user, headers: await signedIn(app.services, user) }
}
const aPayee = () => aUser(app.services, { tier: 1, fullName: 'Ben Ortiz' })

const inputOf = (payee: TestUser, amount: number) => ({ toUser: payee.userId, amount, currency: 'USD' }) as const
const send = ({ headers }: Payer, payee: TestUser, amount: number, more: { key?: string; token?: string } = {}) =>
  app.call('sendInApp', inputOf(payee, amount), {
    key: more.key ?? newId(),
    headers: { ...headers, ...(more.token !== undefined && { 'step-up': more.token }) },
  })
/** After this the payee has been paid before. */
const pay = async (payer: Payer, payee: TestUser, amount = 1_00) =>
  expect(await send(payer, payee, amount)).toMatchObject({ status: 200 })
const sendProved = (payer: Payer, payee: TestUser, amount: number, key: string = newId()) =>
  callProved(payer, 'sendInApp', inputOf(payee, amount), { key })
/** A refusal for want of a proof, and the token that answers it. */
const tokenFor = async (payer: Payer, payee: TestUser, amount: number) =>
  proved(payer, await send(payer, payee, amount))

test('$50 to a person never paid before asks who it is, and not a cent less', async () => {
  const [ana, ben, cho] = [await aPayer(), await aPayee(), await aPayee()]
  expect((await send(ana, ben, 49_99)).status).toBe(200)
  const key = newId()
  const refused = await send(ana, cho, 50_00, { key })
  expect(refused.status).toBe(403)
  expect(challengeIn(refused)).toEqual({
    challengeId: expect.stringMatching(/^chl_[0-9a-f]{64}$/) as string,
    factors: ['code'],
    intent: {
      operation: 'sendInApp',
      rail: 'inApp',
      payee: 'Ben Ortiz',
      amount: 50_00,
      currency: 'USD',
      totalCharge: 50_00,
    },
  })
  const token = await proved(ana, refused)
  expect(await send(ana, cho, 50_00, { key, token })).toMatchObject({ status: 200, data: { totalCharge: 50_00 } })
  // Once paid, that person is no longer new.
  expect((await send(ana, cho, 60_00)).status).toBe(200)
})

test('$500 within a day asks, counted from the last proof on', async () => {
  const [ana, ben] = [await aPayer(), await aPayee()]
  await pay(ana, ben, 40_00)
  for (const amount of [190_00, 190_00]) await pay(ana, ben, amount)
  expect((await send(ana, ben, 79_99)).status).toBe(200)
  expect((await send(ana, ben, 1)).code).toBe('stepUpRequired')
  // The proof counts for what went before it: the sum starts over.
  expect((await sendProved(ana, ben, 1)).status).toBe(200)
  for (const amount of [190_00, 190_00]) await pay(ana, ben, amount)
  expect((await send(ana, ben, 120_00)).code).toBe('stepUpRequired')
  expect((await send(ana, ben, 119_99)).status).toBe(200)
  app.clock.advance(24 * HOUR_MS + 1)
  const later = { ...ana, headers: await signedIn(app.services, ana.user) }
  expect((await send(later, ben, 120_00)).status).toBe(200)
})

test('sends that arrive together do not slip below the sum', async () => {
  const [ana, ben] = [await aPayer(), await aPayee()]
  await pay(ana, ben)
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(ana, ben, 180_00)))
  expect(answers.map(({ code }) => code ?? 'sent').toSorted()).toEqual([
    'sent',
    'sent',
    'stepUpRequired',
    'stepUpRequired',
  ])
})

test('the message names payee and amount, in the language of the account', async () => {
  const payer = await aPayer()
  const cho = await aUser(app.services, { tier: 1, fullName: 'St.Claire Cho' })
  const { challengeId } = challengeIn(await send(payer, cho, 1_234_50))
  await codeFor(payer, challengeId)
  expect((await newestSms(payer)).text).toMatch(/^\d{6} is your Puente code to send \$1,234\.50 to St\. Claire Cho\./)
  const ana = await aUser(app.services, { tier: 1, lang: 'ko-KR' })
  await withBalance(app.services, ana, 100_00)
  const korean = { app, user: ana, headers: await signedIn(app.services, ana) }
  await codeFor(korean, challengeIn(await send(korean, cho, 50_00)).challengeId)
  expect((await newestSms(korean)).text).toMatch(/St\. Claire Cho님에게 \$50\.00 보내기/)
})

test('a token serves once, also for twenty sends at the same moment', async () => {
  const [ana, ben] = [await aPayer(), await aPayee()]
  const token = await tokenFor(ana, ben, 300_00)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(ana, ben, 300_00, { token })))
  const codes = answers.map(({ code }) => code ?? 'sent')
  expect(codes.filter((code) => code === 'sent')).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['sent', 'stepUpRequired', 'tooManyRequests']))
  expect((await send(ana, ben, 300_00, { token })).code).toBe('stepUpRequired')
})

test('a repeat under the key of a sent one gets its answer, although the token is used up or missing', async () => {
  const [ana, ben] = [await aPayer(), await aPayee()]
  const key = newId()
  const token = await proved(ana, await send(ana, ben, 60_00, { key }))
  const first = await send(ana, ben, 60_00, { key, token })
  for (const more of [{ key, token }, { key }]) {
    const again = await send(ana, ben, 60_00, more)
    expect(again).toMatchObject({ status: 200, data: first.data })
    expect(again.headers['idempotent-replayed']).toBe('true')
  }
})

/** The same session with a bearer of now: it lasts no longer than a token does. */
const withNewBearer = async (payer: Payer): Promise<Payer> => {
  const claims = JSON.parse(atob(payer.headers.authorization.split('.')[1] ?? '')) as { sub: string; sid: string }
  const ref = {
    userId: payer.user.id,
    sessionId: claims.sid,
    accessLevel: 0,
    amr: [],
    authenticatedAt: app.clock.now(),
  }
  const { bearer } = await app.services.bearers.sign(ref)
  return { ...payer, headers: { authorization: `Bearer ${bearer}` } }
}

/** A token of an account act, of the same person and session. */
const tokenOfAct = async (payer: Payer) =>
  proved(payer, await app.raw('endSessions', { all: 'others' }, { headers: payer.headers }))

test('[V7.5.3] X-06 a token lets nothing pass but what it was given for, once and within five minutes', async () => {
  const [ana, ben, cho] = [await aPayer(), await aPayee(), await aPayee()]
  const token = await tokenFor(ana, ben, 60_00)
  const ofAct = await tokenOfAct(ana)
  const elsewhere = { ...ana, headers: await signedIn(app.services, ana.user) }
  const others = [
    () => send(ana, ben, 60_00, { token: ofAct }),
    () => send(ana, ben, 60_01, { token }),
    () => send(ana, cho, 60_00, { token }),
    () => send(elsewhere, ben, 60_00, { token }),
    async () => send(await aPayer(), ben, 60_00, { token }),
    () => send(ana, ben, 60_00, { token: 'x'.repeat(43) }),
    () => send(ana, ben, 60_00, { token: 'not a token' }),
  ]
  for (const other of others) expect(challengeIn(await other())).toBeTruthy()
  const act = { headers: { ...ana.headers, 'step-up': token } }
  expect((await app.raw('endSessions', { all: 'others' }, act)).code).toBe('stepUpRequired')
  expect((await send(ana, ben, 60_00, { token })).status).toBe(200)
  const again = await tokenFor(ana, ben, 200_00)
  expect((await send(ana, ben, 200_00, { token: again })).status).toBe(200)
  expect((await send(ana, ben, 200_00, { token: again })).code).toBe('stepUpRequired')
  const late = await tokenFor(ana, ben, 300_00)
  app.clock.advance(5 * 60_000 + 1)
  expect((await send(await withNewBearer(ana), ben, 300_00, { token: late })).code).toBe('stepUpRequired')
})

test('just before five minutes are over a token is good', async () => {
  const [cho, dee] = [await aPayer(), await aPayee()]
  const token = await tokenFor(cho, dee, 60_00)
  app.clock.advance(5 * 60_000 - 3_000)
  expect((await send(await withNewBearer(cho), dee, 60_00, { token })).status).toBe(200)
})

test('what the limits refuse is refused before a proof is asked, what the balance lacks after it, and the token stays good', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const [ana, ben] = [{ app, user, headers: await signedIn(app.services, user) }, await aPayee()]
  expect((await send(ana, ben, 1_500_00)).code).toBe('limitExceeded')
  const token = await tokenFor(ana, ben, 60_00)
  expect((await send(ana, ben, 60_00, { token })).code).toBe('senderUnsufficientFunds')
  await withBalance(app.services, user, 60_00)
  expect((await send(ana, ben, 60_00, { token })).status).toBe(200)
})
