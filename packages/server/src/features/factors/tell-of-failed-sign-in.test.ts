import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { PASSWORD, type TestUser } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'
import { anotherCode } from '#test/visitors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld()
})
afterAll(() => world.close())

const SUBJECT = 'Someone tried to log in to your Puente account'

const withApp = async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const { secret } = await world.enrolApp(bearer)
  world.nextStep()
  return { user, secret }
}
const begin = async ({ email }: TestUser): Promise<string> => {
  const asked = await world.call('openSession', { token: await world.tokenOf(email) })
  return String(asked.details?.['challengeId'])
}
/** The same in a browser with a cookie of its own; with `device` in one that was here before. */
const beginIn = async ({ email }: TestUser, before?: string) => {
  const options = before === undefined ? {} : { device: before }
  const signedIn = await world.call('signIn', { email, password: PASSWORD }, options)
  const device = signedIn.device ?? before ?? ''
  const asked = await world.call('openSession', { token: signedIn.data.token }, { device })
  return { challengeId: String(asked.details?.['challengeId']), device }
}
/** Gives the password and then a wrong code. */
const fail = async ({ user, secret }: Awaited<ReturnType<typeof withApp>>): Promise<string> => {
  const challengeId = await begin(user)
  const totp = anotherCode(world.codeOf(secret))
  expect(await world.call('openSession', { challengeId, totp })).toMatchObject({ code: 'invalidCode' })
  return challengeId
}
const told = async ({ email }: TestUser): Promise<number> =>
  (await world.subjectsTo(email)).filter((subject) => subject === SUBJECT).length
const fiveMinutesPass = async () => {
  world.advance(5)
  await world.jobsFallDue()
}

test('[V6.3.5] a sign-in that fails at its second step is mailed to its owner once it is over, at most once in six hours', async () => {
  const one = await withApp()
  const { user } = one
  const challengeId = await fail(one)
  await world.call('openSession', { challengeId, totp: '000000' })
  await world.jobsFallDue()
  expect(await told(user), 'the code can still be given').toBe(0)
  await fiveMinutesPass()
  expect(await told(user)).toBe(1)
  const { text } = await world.newestTo(user.email)
  expect(text).toMatch(/Browser: .+\nDevice: .+\nTime: /)
  expect(text).toContain('/reset-password')
  const { data } = await world.call('listNotifications', {}, { bearer: await world.bearerOf(user) })
  expect(data.items.map(({ variant }) => variant)).toContain('signInFailed')
  await fail(one)
  await fiveMinutesPass()
  expect(await told(user)).toBe(1)
  world.advance(6 * 60)
  await fail(one)
  await fiveMinutesPass()
  expect(await told(user)).toBe(2)
})

test('a slip of the owner is not mailed: the right code follows, in the same sign-in or in another', async () => {
  const same = await withApp()
  const challengeId = await fail(same)
  expect(await world.call('openSession', { challengeId, totp: world.codeOf(same.secret) })).toMatchObject({
    status: 200,
  })
  const other = await withApp()
  const first = await beginIn(other.user)
  await world.call('openSession', { challengeId: first.challengeId, totp: '000000' }, { device: first.device })
  const { challengeId: again, device } = await beginIn(other.user, first.device)
  const totp = world.codeOf(other.secret)
  expect(await world.call('openSession', { challengeId: again, totp }, { device })).toMatchObject({ status: 200 })
  await fiveMinutesPass()
  expect([await told(same.user), await told(other.user)]).toEqual([0, 0])
})

test('a stranger who fails is mailed, also when the owner logs in elsewhere meanwhile', async () => {
  const { user, secret } = await withApp()
  const stranger = await beginIn(user)
  await world.call('openSession', { challengeId: stranger.challengeId, totp: '000000' }, { device: stranger.device })
  const { challengeId, device } = await beginIn(user)
  expect(await world.call('openSession', { challengeId, totp: world.codeOf(secret) }, { device })).toMatchObject({
    status: 200,
  })
  await fiveMinutesPass()
  expect(await told(user)).toBe(1)
})

test('while it is in doubt whose the account is, no mail advises a new password', async () => {
  const one = await withApp()
  await fail(one)
  await transaction(world.services.db, 'freeze', (trx) =>
    freezeAccount(world.services, trx, {
      ownerId: one.user.id,
      at: world.clock.now(),
      cause: 'operator',
      publicReason: 'identityDoubt',
    }),
  )
  await fiveMinutesPass()
  expect(await told(one.user)).toBe(0)
})
