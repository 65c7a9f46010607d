import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TestUser } from '#test/factories.ts'
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
  await fail(other)
  const again = await begin(other.user)
  expect(await world.call('openSession', { challengeId: again, totp: world.codeOf(other.secret) })).toMatchObject({
    status: 200,
  })
  await fiveMinutesPass()
  expect([await told(same.user), await told(other.user)]).toEqual([0, 0])
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
