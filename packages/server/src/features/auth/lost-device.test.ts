import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { transaction } from '#platform/db/transaction.ts'
import { callProved } from '#test/step-up.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { aPhone, anEmail, aUser, aVerifiedUser, PASSWORD, signedIn, withBalance } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
let strict: TestApp
beforeAll(async () => {
  ;[world, strict] = await Promise.all([authWorld(), testApp({ SECOND_FACTOR: 'acts' })])
})
afterAll(() => Promise.all([world.close(), strict.close()]))

test('X-08 a lost device ends every session, forgets every browser and freezes the account, which moves no money, and its owner is told', async () => {
  const user = await aUser(world.services, { tier: 1 })
  const friend = await aUser(world.services, { tier: 1 })
  await withBalance(world.services, user, 50_00)
  const lost = await world.enter(user.email, PASSWORD)
  const mine = await world.enter(user.email, PASSWORD)
  const answer = await world.call('lostDevice', {}, { bearer: mine.bearer, device: mine.device })
  expect(answer).toMatchObject({ status: 200, data: { frozen: true }, cookie: '', device: '' })
  for (const { bearer } of [lost, mine])
    expect(await world.call('activity', {}, { bearer })).toMatchObject({
      status: 401,
      code: 'sessionClosed',
      details: { reason: 'lostDevice' },
    })
  expect((await world.newestTo(user.email)).subject).toBe('We froze your Puente account')

  // The lost browser has no budget of its own any more: its guesses fill the common one.
  for (let wrong = 0; wrong < 10; wrong += 1)
    await world.call('signIn', { email: user.email, password: `Wrong-Guess-${wrong}` }, { device: lost.device })
  expect((await world.call('signIn', { email: user.email, password: PASSWORD }, { device: lost.device })).status).toBe(
    429,
  )
  world.advance(30)
  const back = await world.enter(user.email, PASSWORD)
  expect((await world.call('me', {}, { bearer: back.bearer })).data).toMatchObject({
    status: 'frozen',
    freezes: [{ cause: 'lostDevice' }],
  })
  const payment = { toUser: friend.handle, amount: 10_00, currency: 'USD' }
  expect(
    await world.call('sendInApp', payment, { bearer: back.bearer, headers: { 'idempotency-key': newId() } }),
  ).toMatchObject({ status: 403, code: 'accountRestricted' })
  const { items } = (await world.call('securityLog', {}, { bearer: back.bearer })).data
  expect(items.map(({ event }) => event)).toContain('deviceLost')
})

test('RT-42 RT-44 password, email and phone change only with a proof that it is the person; reporting a lost device needs none', async () => {
  const user = await aVerifiedUser(strict.services)
  const headers = await signedIn(strict.services, user)
  const asked = [
    ['changePassword', { currentPassword: PASSWORD, newPassword: 'Orilla-Tranquila-58' }],
    ['changeEmail', { email: anEmail() }],
    ['requestPhoneCode', { phone: aPhone() }],
    ['endSessions', { all: 'others' }],
  ] as const
  for (const [key, input] of asked) {
    expect(await strict.raw(key, input, { headers })).toMatchObject({
      status: 403,
      code: 'stepUpRequired',
      details: { factors: ['code'], intent: { operation: key } },
    })
  }
  expect(await callProved({ app: strict, user, headers }, 'requestPhoneCode', asked[2][1])).toMatchObject({
    status: 200,
  })
  // Sent again to the number that was proved for: no new proof is asked for.
  expect((await strict.raw('requestPhoneCode', {}, { headers })).code).not.toBe('stepUpRequired')
  expect(await strict.raw('requestPhoneCode', { phone: aPhone() }, { headers })).toMatchObject({
    code: 'stepUpRequired',
  })
  expect(await strict.raw('lostDevice', {}, { headers })).toMatchObject({ status: 200 })
})

test('a sign-in whose password was changed while it was compared is refused', async () => {
  const { isPasswordOf, findCredentials, updatePassword } = await import('#features/accounts/index.ts')
  const user = await aUser(world.services)
  const found = await findCredentials(world.services.db, user.id)
  const check = () => transaction(world.services.db, 'test', (trx) => isPasswordOf(trx, found!))
  expect(await check()).toBe(true)
  world.advance(1)
  await transaction(world.services.db, 'test', (trx) =>
    updatePassword(trx, user.id, found!.passwordHash ?? '', world.services.clock.now()),
  )
  expect(await check()).toBe(false)
})
