/**
 * Every endpoint of the contract, called by everyone who might: what is answered follows from `access`, `needs` and `stepUp` of
 * its entry. A new endpoint is in here on the day it appears; one whose verb gates what its entry does not declare fails, and so
 * does one that declares a gate which its verb does not have.
 */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import {
  appEndpoints,
  BEARER_REFUSALS,
  type Endpoint,
  type EndpointKey,
  endpointOf,
  isSchema,
  isServedInDoubt,
  type Need,
} from '@puente/contract'
import { beforeAll, expect, test } from 'vitest'
import { createBearers } from '#platform/crypto/bearer.ts'
import { newId } from '#platform/ids.ts'
import { formOf, pathOf } from '#test/app.ts'
import { aUser, putInDoubt, signedIn, type UserOptions, withBalance } from '#test/factories.ts'
import { goodInput } from '#test/hostile.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto } from '#test/upload.ts'

const app = appOfFile({ SECOND_FACTOR: 'off' })
const keys = Object.keys(appEndpoints) as EndpointKey[]
let photo: Buffer
beforeAll(async () => {
  photo = await aPhoto()
})

type Answer = { status: number; code?: string; details?: Record<string, unknown> }

const isStream = ({ result }: Endpoint): boolean => !isSchema(result) && result.kind === 'stream'

/** Calls with a form that the contract takes, under a key of its own. */
const ask = async (key: EndpointKey, authorization?: string): Promise<Answer> => {
  const endpoint = endpointOf(key)
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  if (isStream(endpoint)) {
    const stop = new AbortController()
    const response = await fetch(`${app.url}/api${endpoint.path}`, { headers, signal: stop.signal })
    const body = response.ok ? {} : ((await response.json()) as Omit<Answer, 'status'>)
    stop.abort()
    return { status: response.status, ...body }
  }
  const input = { ...goodInput(key), ...(endpoint.multipart && { [endpoint.multipart.file]: photo }) }
  const { status, code, details } = await app.raw(key, input, { headers, key: newId() })
  return { status, ...(code && { code }), ...(details && { details }) }
}

const change = (id: string, row: object) =>
  app.services.db.updateTable('users').set(row).where('owner_id', '=', id).execute()

/** Who has what an entry may need. */
type Standing = { status: string; email: boolean; phone: boolean; terms: boolean; tier: number }
type Role = { name: string; options: UserOptions; status?: 'open' | 'frozen' | 'closing'; isInDoubt?: true }
const ROLES: Role[] = [
  { name: 'N, nothing verified', options: { tier: -1 } },
  { name: 'E, the email verified', options: { tier: -1, emailVerified: true } },
  { name: 'V without the terms in force', options: { tier: 0, termsAccepted: false } },
  { name: 'V, both contacts verified', options: { tier: 0 } },
  { name: 'T1', options: { tier: 1 } },
  { name: 'T2', options: { tier: 2 } },
  { name: 'a business of T1', options: { tier: 1, business: true } },
  { name: 'frozen', options: { tier: 2 }, status: 'frozen' },
  { name: 'frozen, and in doubt whose it is', options: { tier: 2 }, status: 'frozen', isInDoubt: true },
  { name: 'closing', options: { tier: 2 }, status: 'closing' },
]

const standingOf = ({ options, status = 'open' }: Role): Standing => {
  const { tier = -1, emailVerified = tier >= 0, phoneVerified = tier >= 0, termsAccepted = tier >= 0 } = options
  return { status, email: emailVerified, phone: phoneVerified, terms: termsAccepted, tier }
}

type Gate = { code: string; details?: object }
const kyc = (missing: string): Gate => ({ code: 'kycRequired', details: { missing: [missing] } })

const lacks: Record<Need, (who: Standing) => Gate | null> = {
  open: ({ status }) => (status === 'open' ? null : { code: 'accountRestricted', details: { reason: status } }),
  email: ({ email }) => (email ? null : { code: 'emailNotVerified' }),
  contacts: ({ email, phone }) => (email ? (phone ? null : kyc('phone')) : { code: 'emailNotVerified' }),
  terms: ({ terms }) => (terms ? null : kyc('terms')),
  tier1: ({ tier }) => (tier >= 1 ? null : kyc('tier1')),
  tier2: ({ tier }) => (tier >= 2 ? null : kyc('tier2')),
}

const GATES = new Set(['emailNotVerified', 'kycRequired'])
const isGate = ({ code = '', details }: Answer): boolean =>
  GATES.has(code) ||
  (code === 'accountRestricted' && /^(frozen|closing|closed|ownerInDoubt)$/.test(String(details?.reason)))

/** A person of this role with a session of their own: a call may end the session, or change the role. */
const actAs = async ({ options, status, isInDoubt }: Role): Promise<string> => {
  const person = await aUser(app.services, options)
  if (status) await change(person.id, { status })
  if (isInDoubt) await putInDoubt(app.services, person.id)
  return (await signedIn(app.services, person)).authorization
}

const ofUsers = keys.filter((key) => ['user', 'optional'].includes(endpointOf(key).access))

const IN_DOUBT: Gate = { code: 'accountRestricted', details: { reason: 'ownerInDoubt' } }
/** A frozen account is what it is for, and an open one is as it should be. */
const CLOSING: Gate = { code: 'accountRestricted', details: { reason: 'closing' } }

test.each(ofUsers)('[V8.2.1] [V8.3.1] %s refuses each role what its entry says, and no other', async (key) => {
  const endpoint = endpointOf(key)
  const { needs = [] } = endpoint
  await Promise.all(
    ROLES.map(async (role) => {
      const answer = await ask(key, await actAs(role))
      const lacking =
        role.isInDoubt && !isServedInDoubt(endpoint)
          ? IN_DOUBT
          : key === 'unfreeze' && role.status === 'closing'
            ? CLOSING
            : needs.map((need) => lacks[need](standingOf(role))).find((gate) => gate !== null)
      // A verb may say `invalidToken` of something else; whether a bearer is good is tried below.
      if (answer.code !== 'invalidToken') expect(BEARER_REFUSALS, role.name).not.toContain(answer.code)
      expect(answer.status, role.name).toBeLessThan(500)
      if (lacking) expect(answer, role.name).toMatchObject({ status: 403, ...lacking })
      else expect(isGate(answer), `${role.name}: ${JSON.stringify(answer)}; declare it in \`needs\``).toBe(false)
    }),
  )
})

/** Nobody whom we would know: by name what is sent, and what a call of a signed-in person answers to it. */
const STRANGERS: [string, string, () => Promise<string | undefined>][] = [
  ['no bearer', 'AuthHeaderRequired', async () => undefined],
  ['another scheme', 'AuthHeaderRequired', async () => 'Basic bWFyaWE6eA=='],
  ['an empty bearer', 'authTokenMissing', async () => 'Bearer '],
  ['a bearer that has run out', 'tokenExpired', () => bearerOf({ agoMs: 3_600_000 })],
  ['a bearer of another audience', 'invalidToken', () => bearerOf({ origin: 'https://console.puente.example' })],
  ['a bearer signed by a stranger', 'invalidToken', () => bearerOf({ forged: true })],
  ['a bearer of a session that has ended', 'sessionClosed', () => bearerOf({ ended: true })],
  ['a bearer of nobody', 'userIdMissing', () => bearerOf({ nobody: true })],
]

type Odd = { agoMs?: number; origin?: string; forged?: boolean; ended?: boolean; nobody?: boolean }
const bearerOf = async ({ agoMs = 0, origin, forged, ended, nobody }: Odd): Promise<string> => {
  const { services } = app
  const person = await aUser(services, { tier: 1 })
  const { authorization } = await signedIn(services, person)
  const sessionId = String(JSON.parse(atob(authorization.split('.')[1] ?? '')).sid)
  if (ended) {
    await app.call('logout', {}, { headers: { authorization } })
    return authorization
  }
  const stranger = generateKeyPairSync('ed25519')
  const { bearer } = services.keys
  const ring = forged ? { ...bearer, current: { kid: bearer.current.kid, key: stranger } } : bearer
  const clock = { ...services.clock, now: () => new Date(services.clock.now().getTime() - agoMs) }
  const bearers = createBearers(ring, clock, origin ?? services.config.publicUrl)
  const userId = nobody ? newId() : person.id
  return `Bearer ${(await bearers.sign({ userId, sessionId, accessLevel: 2, amr: [], authenticatedAt: clock.now() })).bearer}`
}

test.each(STRANGERS)('[V8.2.1] [V9.2.3] %s opens no call of a signed-in person: %s', async (_what, code, make) => {
  const authorization = await make()
  for (const key of keys.filter((one) => endpointOf(one).access === 'user'))
    expect(await ask(key, authorization), key).toMatchObject({ status: 401, code })
  // A call that may be made without a bearer still refuses a bad one.
  if (authorization !== undefined)
    for (const key of keys.filter((one) => endpointOf(one).access === 'optional'))
      expect(await ask(key, authorization), key).toMatchObject({ status: 401, code })
})

/** Sends the head of a call and one byte of its body; `finish` sends the rest and says what is answered. */
const held = async (key: EndpointKey, authorization: string) => {
  const endpoint = endpointOf(key)
  const { path, rest } = pathOf(endpoint, goodInput(key))
  const { multipart } = endpoint
  const { type, payload } = multipart
    ? await formOf(multipart, { ...(rest as object), [multipart.file]: photo })
    : { type: 'application/json', payload: Buffer.from(JSON.stringify(rest)) }
  const headers = {
    authorization,
    'content-type': type,
    'content-length': payload.length,
    ...(endpoint.idempotent && { 'idempotency-key': newId() }),
  }
  const call = request(`${app.url}/api${path}`, { method: endpoint.method, headers, agent: false })
  const answered = once(call, 'response').then(async ([response]: IncomingMessage[]): Promise<Answer> => {
    const said = Buffer.concat((await response?.toArray()) ?? []).toString()
    return { status: response?.statusCode ?? 0, ...(JSON.parse(said) as Omit<Answer, 'status'>) }
  })
  await new Promise((resolve) => call.write(payload.subarray(0, 1), resolve))
  return { key, finish: () => (call.end(payload.subarray(1)), answered) }
}

test('[V7.4.1] a call whose session ends while its body is on the way does nothing', async () => {
  const withBody = keys.filter((key) => {
    const { access, method } = endpointOf(key)
    return access === 'user' && method !== 'GET'
  })
  const person = await aUser(app.services, { tier: 2 })
  const { authorization } = await signedIn(app.services, person)
  const calls = await Promise.all(withBody.map((key) => held(key, authorization)))
  // Each waits for the rest by now: of those that were refused at their heads, none would say that the session has ended.
  for (const _ of withBody) await app.call('activity', undefined, { headers: { authorization } })
  const before = await app.call('me', undefined, { headers: { authorization } })
  await app.call('logout', {}, { headers: { authorization } })
  for (const { key, finish } of calls)
    expect(await finish(), key).toMatchObject({ status: 401, code: 'sessionClosed', details: { reason: 'signedOut' } })
  const again = await signedIn(app.services, person)
  expect((await app.call('me', undefined, { headers: again })).data).toEqual(before.data)
})

test('[V8.2.1] a call of a visitor is answered alike with a good bearer, a bad one and none', async () => {
  const role = ROLES.find(({ name }) => name === 'T2')
  const bearer = role && (await actAs(role))
  for (const key of keys.filter((one) => endpointOf(one).access === 'public')) {
    // The first sign-up with an address is the only one that succeeds.
    await ask(key)
    const codes = [(await ask(key)).code, (await ask(key, 'Bearer x')).code, (await ask(key, bearer)).code]
    expect(new Set(codes).size, `${key}: ${codes.join(', ')}`).toBe(1)
  }
})

test('[V8.2.1] a call of the session cookie is opened by no bearer', async () => {
  const role = ROLES.find(({ name }) => name === 'T2')
  for (const key of keys.filter((one) => endpointOf(one).access === 'cookie' && one !== 'logout')) {
    for (const bearer of [undefined, role && (await actAs(role))])
      expect(await ask(key, bearer), key).toMatchObject({ status: 401, code: 'sessionClosed' })
  }
})

/** Signing in and up, resetting a password, confirming an email, what a mailed link or a code from another device opens, and public texts. */
const OPEN_TO_VISITORS: EndpointKey[] = [
  'checkNotMe',
  'checkResetLink',
  'config',
  'confirmEmail',
  'confirmSocialLink',
  'events',
  'faqs',
  'forgotPassword',
  'health',
  'inviter',
  'kycResume',
  'legal',
  'notMe',
  'openSession',
  'paperKeys',
  'passkeySignIn',
  'passkeySignInOptions',
  // What a link asks for.
  'publicRequest',
  'requestPicture',
  'resetPassword',
  'signIn',
  'signUp',
  'socialProviders',
  'startSocial',
  // The second factor of a sign-in.
  'stepUpOptions',
  // What the code of a paper proves.
  'verifyPaper',
]
/** The cookie of a session stands for it; without one, these find no session, and there is nothing to log out of. */
const BY_COOKIE: EndpointKey[] = ['logout', 'refreshSession', 'unlockSession', 'unlockWays']

test('PM-01 a visitor has the calls of this list; every other one says AuthHeaderRequired', async () => {
  const others = keys.filter((key) => !OPEN_TO_VISITORS.includes(key) && !BY_COOKIE.includes(key))
  expect(others.length).toBe(keys.length - OPEN_TO_VISITORS.length - BY_COOKIE.length)
  for (const key of others) expect(await ask(key), key).toMatchObject({ status: 401, code: 'AuthHeaderRequired' })
  const open = keys.filter((key) => ['public', 'optional'].includes(endpointOf(key).access))
  expect(open.toSorted()).toEqual(OPEN_TO_VISITORS)
})

test('whatever moves money needs an open account, both contacts and the terms, first of all', () => {
  for (const key of keys.filter((one) => endpointOf(one).idempotent))
    expect(endpointOf(key).needs?.slice(0, 3), key).toEqual(['open', 'contacts', 'terms'])
})

test('PM-04 whatever is sent or withdrawn needs the email verified, then the phone', async () => {
  const moving = keys.filter((key) => endpointOf(key).idempotent && /^\/(send|withdraw)\//.test(endpointOf(key).path))
  expect(moving).toEqual(
    expect.arrayContaining(['sendInApp', 'sendZelle', 'startPayment', 'withdrawBank', 'withdrawPaypal']),
  )
  const nobody = await actAs({ name: 'N', options: { tier: -1 } })
  const noPhone = await actAs({ name: 'E', options: { tier: -1, emailVerified: true } })
  for (const key of moving) {
    expect(await ask(key, nobody), key).toMatchObject({ status: 403, code: 'emailNotVerified' })
    expect(await ask(key, noPhone), key).toMatchObject({ status: 403, ...kyc('phone') })
  }
})

test('ST-11 without tier 1 nothing is withdrawn to a bank, and nothing is booked', async () => {
  const person = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, person, 100_00)
  const { authorization } = await signedIn(app.services, person)
  expect(await ask('withdrawBank', authorization)).toMatchObject({ status: 403, ...kyc('tier1') })
  expect((await app.call('wallet', undefined, { headers: { authorization } })).data).toMatchObject({ USD: 100_00 })
  expect((await app.call('listTransactions', {}, { headers: { authorization } })).data.items).toEqual([])
})

test('[V7.5.1] an act that wants a proof is refused without one, whoever asks, and says how to prove it', async () => {
  app.services.config.secondFactor = 'acts'
  const role = ROLES.find(({ name }) => name === 'T2')
  for (const key of keys.filter((one) => endpointOf(one).stepUp === 'always')) {
    const answer = await ask(key, role && (await actAs(role)))
    // Refused whatever the proof: a visit to a bank that never was, an unknown payee, a password that is not the current one, what is not there.
    const early = {
      exchangeBankLink: 'linkMissing',
      createSchedule: 'userNotFound',
      changePassword: 'change_password_error',
      getExport: 'notFound',
      linkSocial: 'notFound',
      removePasskey: 'notFound',
      removeTotp: 'notFound',
      renewRecoveryCodes: 'notFound',
      unlinkSocial: 'notFound',
    }[key as string]
    if (early !== undefined) {
      expect(answer).toMatchObject({ code: early })
      continue
    }
    expect(answer, key).toMatchObject({ status: 403, code: 'stepUpRequired' })
    expect(answer.details, key).toMatchObject({
      challengeId: expect.stringMatching(/^chl_/),
      factors: expect.arrayContaining(['code']),
      intent: { operation: key },
    })
  }
})
