import { afterAll, beforeAll, expect, test } from 'vitest'
import { softAuthenticator } from '#test/authenticator.ts'
import { aUser } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld()
})
afterAll(() => world.close())

const join = () => world.join({ emailVerified: true })

const signIn = async (key: ReturnType<FactorWorld['authenticator']>, counter?: number) => {
  const { data } = await world.call('passkeySignInOptions')
  const credential = key.get(data.options, counter === undefined ? {} : { counter })
  return { credential, answer: await world.call('passkeySignIn', { credential }) }
}
const refusedSignIn = { status: 401, code: 'invalidSignIn', details: { reason: 'passkey' } }

test('a passkey is added behind a proof, signs in alone under SECOND_FACTOR, and its use is noted', async () => {
  const { user, bearer } = await join()
  const key = world.authenticator({ synced: true })
  const added = await world.addPasskey(bearer, key)
  expect(added).toMatchObject({ name: 'Laptop', backedUp: true, lastUsedAt: null })
  const { answer } = await signIn(key)
  const opened = await world.call('openSession', { token: answer.data.token })
  expect(opened).toMatchObject({ status: 200, cookie: expect.stringMatching(/^[\w-]{43}$/) })
  const { data } = await world.call('listPasskeys', {}, { bearer: opened.data.bearer })
  expect(data.items).toMatchObject([{ id: added.id, lastUsedAt: expect.any(String) }])
  expect(await world.subjectsTo(user.email)).toContain('A passkey was added to your Puente account')
})

test('a challenge to sign in serves once, within five minutes, and only for signing in', async () => {
  const { bearer } = await join()
  const key = world.authenticator()
  await world.addPasskey(bearer, key)
  const { credential, answer } = await signIn(key)
  expect(answer.status).toBe(200)
  expect(await world.call('passkeySignIn', { credential })).toMatchObject(refusedSignIn)
  const { data } = await world.call('passkeySignInOptions')
  const late = key.get(data.options)
  world.clock.advance(300_000)
  expect(await world.call('passkeySignIn', { credential: late })).toMatchObject(refusedSignIn)
  const again = await world.bearerOf(await aUser(world.services, { emailVerified: true }))
  const options = await world.callProved('passkeyOptions', {}, again)
  const { challenge, rp } = options.data.options
  const crossed = key.get({ challenge, rpId: rp.id, timeout: 1, userVerification: 'required' })
  expect(await world.call('passkeySignIn', { credential: crossed })).toMatchObject(refusedSignIn)
})

test('of twenty answers to one challenge one signs in', async () => {
  const { bearer } = await join()
  const key = world.authenticator({ synced: true })
  await world.addPasskey(bearer, key)
  const { data } = await world.call('passkeySignInOptions')
  const credential = key.get(data.options)
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.call('passkeySignIn', { credential })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each<[string, Parameters<FactorWorld['authenticator']>[0]]>([
  ['of another site', { origin: 'https://puente.example.com' }],
  ['of an authenticator that does not verify its person', { verifiesUser: false }],
])('a passkey %s is not kept', async (_, options) => {
  const { bearer } = await join()
  const { data } = await world.callProved('passkeyOptions', {}, bearer)
  const credential = world.authenticator(options).create(data.options)
  expect(await world.call('addPasskey', { credential, name: 'x' }, { bearer })).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'passkey' },
  })
})

test('EC-04 a passkey that is unknown, removed or copied does not sign in', async () => {
  const { user, bearer } = await join()
  const stranger = world.authenticator()
  stranger.create((await world.callProved('passkeyOptions', {}, bearer)).data.options)
  expect((await signIn(stranger)).answer).toMatchObject(refusedSignIn)
  const key = world.authenticator()
  const { id } = await world.addPasskey(bearer, key)
  expect((await signIn(key, 7)).answer.status).toBe(200)
  expect((await signIn(key, 7)).answer).toMatchObject(refusedSignIn)
  expect((await signIn(key, 8)).answer.status).toBe(200)
  const byPasskey = async (challengeId: string) => {
    const { data } = await world.call('stepUpOptions', { challengeId, factor: 'passkey' }, { bearer })
    return { passkey: key.get(data.passkeyOptions!) }
  }
  const removed = await world.callProved('removePasskey', { id }, bearer, byPasskey)
  expect(removed.data.items).toEqual([])
  expect((await signIn(key)).answer).toMatchObject(refusedSignIn)
  expect((await world.newestTo(user.email)).subject).toContain('passkey was removed')
  const cooling = world.services.db.selectFrom('coolings').select('cause').where('owner_id', '=', user.id)
  expect(await cooling.execute()).toEqual([{ cause: 'factorRemoved' }])
})

test('a closed account and a wrong passkey are refused alike', async () => {
  const { user, bearer } = await join()
  const key = world.authenticator()
  await world.addPasskey(bearer, key)
  await world.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
  expect((await signIn(key)).answer).toMatchObject(refusedSignIn)
})

test('the proof for a passkey is bound to the session that asked for it', async () => {
  const { user, bearer } = await join()
  const { data } = await world.callProved('passkeyOptions', {}, bearer)
  const credential = world.authenticator().create(data.options)
  const other = await world.bearerOf(user)
  expect(await world.call('addPasskey', { credential, name: 'x' }, { bearer: other })).toMatchObject({
    code: 'invalidRequest',
  })
  expect((await world.call('addPasskey', { credential, name: 'x' }, { bearer })).status).toBe(200)
})

test('EC-04 no one can use, rename or remove the passkey of another, or answer for them', async () => {
  const [ana, ben] = [await join(), await join()]
  const key = world.authenticator()
  const { id } = await world.addPasskey(ana.bearer, key)
  const { bearer } = ben
  expect(await world.call('renamePasskey', { id, name: 'mine' }, { bearer })).toMatchObject({ code: 'notFound' })
  expect(await world.call('removePasskey', { id }, { bearer })).toMatchObject({ status: 404, code: 'notFound' })
  const own = await world.addPasskey(bearer, world.authenticator())
  const { details } = await world.call('removePasskey', { id: own.id }, { bearer })
  const challengeId = String(details?.['challengeId'])
  const begun = await world.call('stepUpOptions', { challengeId, factor: 'passkey' }, { bearer })
  const foreign = key.get(begun.data.passkeyOptions!)
  expect(await world.call('stepUpVerify', { challengeId, passkey: foreign }, { bearer })).toMatchObject({
    status: 401,
    code: 'invalidSignIn',
  })
})

test('an eleventh passkey is refused, and so is one of an account whose address is unproved', async () => {
  const { user, bearer } = await join()
  await world.addPasskey(bearer, world.authenticator())
  const [row] = await world.services.db.selectFrom('passkeys').selectAll().where('owner_id', '=', user.id).execute()
  const more = Array.from({ length: 9 }, (_, at) => ({ ...row!, credential_id: `more-${at}` }))
  await world.services.db.insertInto('passkeys').values(more).execute()
  // No proof is asked for in vain.
  expect(await world.call('passkeyOptions', {}, { bearer })).toMatchObject({
    code: 'invalidRequest',
    details: { reason: 'passkeysFull' },
  })
  const unproved = await world.join()
  for (const operation of ['passkeyOptions', 'startTotp'] as const)
    expect(await world.call(operation, {}, { bearer: unproved.bearer })).toMatchObject({ code: 'emailNotVerified' })
})

test('the session goes on under a new cookie, and the old one is dead', async () => {
  const user = await aUser(world.services, { emailVerified: true })
  const { bearer, cookie } = await world.enter(user.email, user.password)
  const added = await world.addPasskey(bearer, world.authenticator())
  expect(added.cookie).toMatch(/^[\w-]{43}$/)
  expect(await world.call('refreshSession', {}, { cookie })).toMatchObject({ code: 'sessionClosed' })
  expect((await world.call('refreshSession', {}, { cookie: added.cookie ?? '' })).status).toBe(200)
})

test('a passkey whose answer names another person is refused', async () => {
  const { bearer } = await join()
  const key = softAuthenticator({ origin: world.services.config.publicUrl })
  await world.addPasskey(bearer, key)
  const { data } = await world.call('passkeySignInOptions')
  const credential = key.get(data.options)
  const userHandle = Buffer.alloc(16).toString('base64url')
  const answer = { ...credential, response: { ...credential.response, userHandle } }
  expect(await world.call('passkeySignIn', { credential: answer })).toMatchObject(refusedSignIn)
})
