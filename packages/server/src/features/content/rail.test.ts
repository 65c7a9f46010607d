import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, aVerifiedUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ REQUEST_DEADLINE_MS: '3000' })
const deposits = depositsIn(app)

const turn = async (rail: 'card' | 'inApp' | 'zelle', isOn: boolean, until: Date | null = null) => {
  const row = { is_on: isOn, until }
  await app.services.db
    .insertInto('switches')
    .values({ name: `rail:${rail}`, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
beforeEach(async () => {
  await app.control('DELETE', '/faults')
  await turn('card', true)
  await turn('inApp', true)
  await turn('zelle', true)
})

const closed = (rail: string) => ({
  status: 503,
  code: 'serviceUnavailable',
  details: { rail, alternatives: rail === 'card' ? ['paypal', 'zelle'] : [] },
})

test('A-67 a card rail in maintenance takes no new deposit, what is under way on it settles, and a repeat gets its answer', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  const key = newId()
  const begun = await deposits.start(ana, {}, key)
  const declined = await deposits.start(ana)
  await deposits.press(declined.data.transactionId, 'decline')
  await turn('card', false)
  const before = await deposits.paymentsOf(ana)
  expect(await deposits.start(ana)).toMatchObject(closed('card'))
  expect(await deposits.start(ana, { sendSessionId: declined.data.sendSessionId })).toMatchObject(closed('card'))
  expect(await deposits.paymentsOf(ana)).toEqual(before)
  expect((await deposits.start(ana, {}, key)).data).toEqual(begun.data)
  await deposits.press(begun.data.transactionId, 'pay')
  expect(await deposits.settled(ana, begun.data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('a switch whose window is over closes nothing', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  const now = app.clock.now().getTime()
  await turn('card', false, new Date(now + 60_000))
  expect(await deposits.start(ana)).toMatchObject(closed('card'))
  await turn('card', false, new Date(now - 1))
  expect(await deposits.start(ana)).toMatchObject({ status: 200 })
})

test('a send while sending is in maintenance moves nothing, and the same key sends once it is open again', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 50_00)
  const headers = await signedIn(app.services, ana)
  const key = newId()
  const send = () => app.call('sendInApp', { toUser: ben.userId, amount: 20_00, currency: 'USD' }, { key, headers })
  await turn('inApp', false)
  expect(await send()).toMatchObject(closed('inApp'))
  expect(await deposits.balanceOf(ben)).toBe(0)
  expect(await deposits.start(ana)).toMatchObject({ status: 200 })
  await turn('inApp', true)
  expect(await send()).toMatchObject({ status: 200 })
  expect(await deposits.balanceOf(ben)).toBe(20_00)
})

test.each([
  ['en-US', "This isn't available right now. Please try again in a moment."],
  ['es-US', 'Esto no está disponible ahora. Inténtalo de nuevo en un momento.'],
  ['ko-KR', '지금은 이용할 수 없어요. 잠시 후 다시 시도해 주세요.'],
] as const)(
  'EC-65 while a rail is in maintenance, or a provider or the database does not answer, the answer is 503 serviceUnavailable, in words of its own: %s',
  async (lang, message) => {
    const ana = await aUser(app.services, { tier: 2, lang })
    const headers = await deposits.headersOf(ana)
    const said = { status: 503, code: 'serviceUnavailable', body: { message } }
    const begun = await deposits.start(ana)

    await turn('card', false)
    expect(await deposits.start(ana)).toMatchObject(said)

    await deposits.fault('error500', { times: 100 })
    expect(await deposits.cancel(ana, begun.data.transactionId)).toMatchObject(said)

    await app.services.db.transaction().execute(async (trx) => {
      await sql`lock table movements in access exclusive mode`.execute(trx)
      expect(await app.call('listTransactions', { limit: 20 }, { headers })).toMatchObject(said)
    })
  },
)

test('GL-24 a send by Zelle in maintenance is refused with the ways that are open, a withdrawal to a bank among them', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  const headers = await signedIn(app.services, ana)
  const send = () =>
    app.raw(
      'sendZelle',
      {
        confirmation: '123456789',
        fullName: 'Ana Rey',
        toUser: ben.userId,
        amount: 10_00,
        currency: 'USD',
        note: '',
      } as never,
      { headers, key: newId() },
    )
  await turn('zelle', false)
  expect(await send()).toMatchObject({
    status: 503,
    code: 'serviceUnavailable',
    details: { rail: 'zelle', alternatives: ['card', 'paypal', 'bank'] },
  })
  await turn('zelle', true)
  expect((await send()).code).not.toBe('serviceUnavailable')
})
