/** After a password reset money goes out slowly for a day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { newId } from '#platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const DAY_MS = 86_400_000

const rich = async () => {
  const user = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, user, 900_00)
  return user
}
const reset = async (user: TestUser) => {
  await app.call('forgotPassword', { email: user.email })
  await app.runJobs()
  const [mail] = await app.control<{ text: string }[]>('GET', `/inbox?to=${encodeURIComponent(user.email)}`)
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await app.call('resetPassword', { token, newPassword: 'Otra-Nube-77x' })).status).toBe(200)
}
const headersOf = (user: TestUser) => signedIn(app.services, user)
const send = async (from: TestUser, to: TestUser, amount: number, key: string = newId()) =>
  app.call(
    'sendInApp',
    { toUser: to.userId as never, amount, currency: 'USD' },
    { key, headers: await headersOf(from) },
  )

test('within a day of a reset $500 may go out and not a cent more; after it everything is as before', async () => {
  const [ana, ben] = [await rich(), await rich()]
  await reset(ana)
  const users = app.services.db.selectFrom('users').select('password_changed_at').where('owner_id', '=', ana.id)
  const { password_changed_at: resetAt } = await users.executeTakeFirstOrThrow()
  const key = newId()
  expect(await send(ana, ben, 500_01, key)).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    body: { message: expect.stringContaining('$500.00') as string },
    details: {
      reason: 'passwordReset',
      until: new Date(resetAt.getTime() + DAY_MS).toISOString(),
      limitCents: 500_00,
      leftCents: 500_00,
    },
  })
  expect((await send(ana, ben, 300_00)).status).toBe(200)
  expect(await send(ana, ben, 200_01)).toMatchObject({ code: 'accountRestricted', details: { leftCents: 200_00 } })
  expect((await send(ana, ben, 200_00)).status).toBe(200)
  // Who is paid is not held back, and money comes in as always.
  expect((await send(ben, ana, 600_00)).status).toBe(200)
  app.clock.advance(DAY_MS + 1)
  expect((await send(ana, ben, 500_01, key)).status).toBe(200)
})

test('sends that arrive together share the $500', async () => {
  const [ana, ben] = [await rich(), await rich()]
  await reset(ana)
  const answers = await Promise.all([1, 2, 3].map(() => send(ana, ben, 200_00)))
  expect(answers.map(({ code }) => code ?? 'sent').toSorted()).toEqual(['accountRestricted', 'sent', 'sent'])
})

test('a quote and the list of limits name the row while it binds', async () => {
  const ana = await rich()
  await reset(ana)
  const headers = await headersOf(ana)
  const quote = (amount: number) => app.call('feeAmount', { amount, opFee: 'in-app' }, { headers })
  expect((await quote(500_00)).data).toMatchObject({ LimitExceeded: false })
  expect((await quote(500_01)).data).toMatchObject({
    LimitExceeded: true,
    limit: { row: 'cooling', operation: 'outgoing', window: '24h', leftCents: 500_00 },
  })
  expect((await app.call('feeAmount', { amount: 20_00, opFee: 'bank' }, { headers })).data).toMatchObject({
    LimitExceeded: true,
    limit: { operation: 'withdraw', leftCents: 0, freesAt: expect.any(String), special: { kind: 'cooling' } },
  })
  const rows = async () => (await app.call('limits', undefined, { headers: await headersOf(ana) })).data.rows
  const cooled = await rows()
  expect(cooled.map(({ row }) => row)).toContain('cooling')
  const until = cooled.find(({ row }) => row === 'cooling')?.special?.until
  const ofWithdrawals = cooled.filter(({ row, operation }) => operation === 'withdraw' && row !== 'coolingWithdraw')
  expect(ofWithdrawals.map(({ leftCents, freesAt }) => [leftCents, freesAt])).toEqual([
    [0, until],
    [0, until],
  ])
  app.clock.advance(DAY_MS + 1)
  expect((await rows()).map(({ row }) => row)).not.toContain('cooling')
})
