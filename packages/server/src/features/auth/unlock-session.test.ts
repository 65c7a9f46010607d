import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExternalPayment } from '#test/external-payment.ts'
import { aUser, PASSWORD } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'
import { anotherCode } from '#test/visitors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld()
})
afterAll(() => world.close())

const enterNew = async () => {
  const user = await aUser(world.services, { emailVerified: true })
  return { user, ...(await world.enter(user.email, PASSWORD)) }
}
const lock = async ({ user, bearer }: Pick<Awaited<ReturnType<typeof enterNew>>, 'user' | 'bearer'>) => {
  await openExternalPayment(world.services, user.id)
  expect((await world.call('lockSession', { resume: '/home' }, { bearer })).data).toEqual({ locked: true })
}
const waysOf = async (cookie: string) => (await world.call('unlockWays', {}, { cookie })).data.ways

test('a locked session says how it opens, and opens with a passkey of its person, once for each challenge', async () => {
  const entered = await enterNew()
  const { bearer } = entered
  expect(await waysOf(entered.cookie)).toEqual(['password'])
  const key = world.authenticator()
  const { cookie } = await world.addPasskey(bearer, key)
  const own = { cookie: cookie ?? entered.cookie }
  await lock(entered)
  expect(await waysOf(own.cookie)).toEqual(['passkey', 'password'])
  const { options } = (await world.call('passkeySignInOptions')).data
  const passkey = key.get(options)
  const opened = await world.call('unlockSession', { passkey }, own)
  expect(opened).toMatchObject({ status: 200, data: { bearer: expect.any(String) } })
  await world.call('lockSession', { resume: '/home' }, { bearer: opened.data.bearer })
  expect(await world.call('unlockSession', { passkey }, { cookie: opened.cookie ?? '' })).toMatchObject({
    code: 'invalidSignIn',
    details: { reason: 'passkeyProof' },
  })
})

test('of two unlockings with one passkey at once exactly one opens, and the refusal of the other does not name an app', async () => {
  const entered = await enterNew()
  const key = world.authenticator()
  const { cookie } = await world.addPasskey(entered.bearer, key)
  const own = { cookie: cookie ?? entered.cookie }
  await lock(entered)
  const { options } = (await world.call('passkeySignInOptions')).data
  const passkey = key.get(options)
  const both = await Promise.all([0, 1].map(() => world.call('unlockSession', { passkey }, own)))
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const code = both.find(({ status }) => status !== 200)?.code
  expect(['invalidSignIn', 'sessionClosed']).toContain(code)
})

test("EC-04 another person's passkey does not unlock", async () => {
  const entered = await enterNew()
  const other = await world.join({ emailVerified: true })
  const key = world.authenticator()
  await world.addPasskey(other.bearer, key)
  await lock(entered)
  const { options } = (await world.call('passkeySignInOptions')).data
  const { cookie } = entered
  expect(await world.call('unlockSession', { passkey: key.get(options) }, { cookie })).toMatchObject({
    status: 401,
    code: 'invalidSignIn',
  })
})

test('an account without a password unlocks with the code of its app, each once, and a wrong one unlocks nothing', async () => {
  const entered = await enterNew()
  const { bearer, cookie, user } = entered
  const app = await world.enrolApp(bearer)
  const own = { cookie: app.cookie ?? cookie }
  await world.services.db.updateTable('users').set({ password_hash: null }).where('owner_id', '=', user.id).execute()
  await lock(entered)
  expect(await waysOf(own.cookie)).toEqual(['totp'])
  world.nextStep()
  const totp = world.codeOf(app.secret)
  expect(await world.call('unlockSession', { totp: anotherCode(totp) }, own)).toMatchObject({ code: 'invalidCode' })
  expect(await world.call('unlockSession', { password: PASSWORD }, own)).toMatchObject({ code: 'invalidSignIn' })
  const opened = await world.call('unlockSession', { totp }, own)
  expect(opened.status).toBe(200)
  await world.call('lockSession', { resume: '/home' }, { bearer: opened.data.bearer })
  expect(await world.call('unlockSession', { totp }, { cookie: opened.cookie ?? '' })).toMatchObject({
    code: 'usedCode',
  })
})
