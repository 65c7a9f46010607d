/** Step-ups as people do them: a call is refused, the challenge is answered, and the same call passes with the token. */
import { expect } from 'vitest'
import type { EndpointKey, Factor, Output } from '@puente/contract'
import { insertIdentity } from '#features/accounts/identities-store.ts'
import { insertPasskey } from '#features/factors/passkeys-store.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Answer, CallOptions, TestApp } from './app.ts'
import type { TestUser } from './factories.ts'

/** `app` runs with `SECOND_FACTOR=acts`; suites about something else run with `off`. */
type World = { app: TestApp; user: TestUser; headers: { authorization: string } }

/** The challenge that a refusal carries. */
export const challengeIn = ({ code, details }: Answer<EndpointKey>) => {
  expect(code).toBe('stepUpRequired')
  return details as { challengeId: string; factors: Factor[]; intent: Record<string, unknown> }
}

/** The newest message to the person's phone: its text and the code in it. */
export const newestSms = async ({ app, user }: Pick<World, 'app' | 'user'>) => {
  await app.runJobs()
  const inbox = await app.control<{ text: string; code: string; channel: string }[]>(
    'GET',
    `/inbox?to=${encodeURIComponent(user.phone ?? '')}`,
  )
  const [newest] = inbox.filter(({ channel }) => channel === 'sms')
  if (!newest) throw new Error('no message was sent')
  return newest
}

/** Has the code of a challenge sent, and reads it. */
export const codeFor = async ({ app, user, headers }: World, challengeId: string): Promise<string> => {
  expect(await app.raw('stepUpOptions', { challengeId, factor: 'code' }, { headers })).toMatchObject({ status: 200 })
  return (await newestSms({ app, user })).code
}

/** Proves it is the person, by the SMS or, where only that serves, by the password; answers the token. */
export const proved = async (world: World, refused: Answer<EndpointKey>): Promise<string> => {
  const { challengeId, factors } = challengeIn(refused)
  const proof = factors.includes('code')
    ? { code: await codeFor(world, challengeId) }
    : { password: world.user.password }
  const answer = await world.app.raw('stepUpVerify', { challengeId, ...proof }, { headers: world.headers })
  expect(answer).toMatchObject({ status: 200 })
  return (answer.data as Output<'stepUpVerify'>).stepUpToken
}

/** Makes a call of the person, and proves what it asks for. */
export const callProved = async (world: World, key: EndpointKey, input: unknown, options: CallOptions = {}) => {
  const { app, headers } = world
  const first = await app.raw(key, input, { ...options, headers })
  if (first.code !== 'stepUpRequired') return first
  return app.raw(key, input, { ...options, headers: { ...headers, 'step-up': await proved(world, first) } })
}

/** What can be removed, linked without its ceremony; each answers the input of the call that removes it. */
export const waysInOf = (app: Pick<TestApp, 'services'>) => ({
  withApp: async ({ id: owner_id }: TestUser) => {
    const kept = { owner_id, secret_sealed: 'none', enrolled_at: app.services.clock.now() }
    await app.services.db.insertInto('authenticator_apps').values(kept).execute()
    return {}
  },
  withPasskey: async ({ id: ownerId }: TestUser) => {
    const key = { credentialId: newId(), publicKey: new Uint8Array(1), counter: 0, transports: [], name: 'Laptop' }
    const kept = { ...key, ownerId, backedUp: false, backupEligible: false, at: app.services.clock.now() }
    await transaction(app.services.db, 'add a passkey', (trx) => insertPasskey(trx, kept))
    return { id: key.credentialId }
  },
  withGoogle: async ({ id }: TestUser) => {
    const google = { provider: 'google', claim: newId(), email: null, at: app.services.clock.now() }
    await transaction(app.services.db, 'link', (trx) => insertIdentity(trx, id, google))
    return { provider: 'google' }
  },
})
