/** The step-up of account acts, on the call that ends other sessions: asked always, and bound to its very input. */
import { appEndpoints, type EndpointKey, endpointOf, sessionId } from '@puente/contract'
import { expect, test } from 'vitest'
import { claimOf, startCooling } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { addUses } from '#platform/rate-limit/counter-store.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Answer } from '#test/app.ts'
import { aUser, signedIn, type TestUser, type UserOptions } from '#test/factories.ts'
import { goodInput } from '#test/hostile.ts'
import { challengeIn, codeFor, newestSms, proved, waysInOf } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })
const { withApp, withGoogle, withPasskey } = waysInOf(app)

type Person = { app: typeof app; user: TestUser; headers: { authorization: string } }

const aPerson = async (options: UserOptions = { tier: 1 }): Promise<Person> => {
  const user = await aUser(app.services, options)
  return { app, user, headers: await signedIn(app.services, user) }
}
const again = async (person: Person): Promise<Person> => ({
  ...person,
  headers: await signedIn(app.services, person.user),
})

const OTHERS = { all: 'others' } as const
const end = ({ headers }: Person, token?: string, input: object = OTHERS) =>
  app.raw('endSessions', input, { headers: { ...headers, ...(token !== undefined && { 'step-up': token }) } })
const verify = ({ headers }: Person, challengeId: string, proof: object) =>
  app.raw('stepUpVerify', { challengeId, ...proof }, { headers })
const options = ({ headers }: Person, challengeId: string, factor: string, look?: true) =>
  app.raw('stepUpOptions', { challengeId, factor, look }, { headers })
const asked = async (person: Person) => challengeIn(await end(person)).challengeId
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('an act is refused with a challenge that names it; the code of the SMS gives a token that lets it pass', async () => {
  const ana = await aPerson()
  const refused = await end(ana)
  expect(refused.status).toBe(403)
  const { challengeId, factors, intent } = challengeIn(refused)
  expect({ factors, intent }).toEqual({ factors: ['code'], intent: { operation: 'endSessions' } })
  expect(await options(ana, challengeId, 'code')).toMatchObject({
    status: 200,
    data: { sentTo: expect.stringMatching(/\d\d$/) as string, intent: { operation: 'endSessions' } },
  })
  const { text, code } = await newestSms(ana)
  expect(text).toBe(
    `${code} is your Puente code for: Log out of devices. If that isn't you, don't share it with anyone, not even us.`,
  )
  const { data } = await verify(ana, challengeId, { code })
  expect(await end(ana, (data as { stepUpToken: string }).stepUpToken)).toMatchObject({ status: 200 })
})

test('a person who has replied STOP to our texts sees why no code comes, ten times a day; after START the next one arrives and serves', async () => {
  const ana = await aPerson()
  const reply = (word: 'STOP' | 'START') => app.control('POST', '/sms/answer', { from: ana.user.phone, word })
  const ask = async (challengeId: string, person = ana) => {
    const { status, data } = (await options(person, challengeId, 'code')) as {
      status: number
      data: { stopped: boolean }
    }
    await app.runJobs()
    app.clock.advance(1_000)
    return { status, stopped: data.stopped }
  }
  const look = async (challengeId: string) => {
    const { data } = await options(ana, challengeId, 'code', true)
    await app.runJobs()
    return (data as { stopped: boolean }).stopped
  }
  await reply('STOP')
  const challengeId = await asked(ana)
  expect(await ask(challengeId)).toEqual({ status: 200, stopped: false })
  expect(await look(challengeId)).toBe(true)
  for (let n = 0; n < 5; n += 1) expect(await ask(challengeId)).toEqual({ status: 200, stopped: true })
  expect((await app.call('noticePreferences', undefined, { headers: ana.headers })).data.reach.sms).toBe('stopped')
  // Starting over each time does not hide it behind the hour's budget either.
  for (let n = 0; n < 4; n += 1) {
    const restarted = await again(ana)
    expect(await ask(await asked(restarted), restarted)).toEqual({ status: 200, stopped: true })
  }
  await reply('START')
  expect(await ask(challengeId)).toEqual({ status: 200, stopped: true })
  expect(await look(challengeId)).toBe(false)
  const { code } = await newestSms(ana)
  expect(await verify(ana, challengeId, { code })).toMatchObject({ status: 200 })
  app.clock.advance(5 * 60_000)
  const later = await again(ana)
  expect(await ask(await asked(later), later)).toEqual({ status: 200, stopped: false })

  await reply('STOP')
  const last = await again(ana)
  const refused = await asked(last)
  await ask(refused, last)
  const { name, windowMs } = BUDGETS.codesPerDay
  const { count } = await addUses(app.services.db, `${name}:phone-stopped:${ana.user.id}`, windowMs, 0, app.clock.now())
  expect(count).toBe(10)
  await addUses(app.services.db, `${name}:phone-stopped:${ana.user.id}`, windowMs, 1_000_000, app.clock.now())
  expect(await options(last, refused, 'code')).toMatchObject({ status: 429, code: 'tooManyRequests' })
})

test('nothing of it can be read in the table: neither code nor token, nor what was asked', async () => {
  const ana = await aPerson()
  const challengeId = await asked(ana)
  const code = await codeFor(ana, challengeId)
  const { data } = await verify(ana, challengeId, { code })
  const rows = await app.services.db
    .selectFrom('step_up_challenges')
    .selectAll()
    .where('owner_id', '=', ana.user.id)
    .execute()
  expect(rows).toHaveLength(1)
  const kept = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value
      ? Buffer.from((value as { data: number[] }).data).toString('latin1')
      : value,
  )
  for (const secret of [code, (data as { stepUpToken: string }).stepUpToken, 'others'])
    expect(kept).not.toContain(secret)
})

test('EC-04 an account with neither a verified phone nor a factor proves with its password', async () => {
  const ana = await aPerson({ tier: -1 })
  const refused = await end(ana)
  const { challengeId, factors } = challengeIn(refused)
  expect(factors).toEqual(['password'])
  expect(await verify(ana, challengeId, { password: 'Not-This-1' })).toMatchObject({
    status: 401,
    code: 'invalidSignIn',
    details: { reason: 'password' },
  })
  expect((await end(ana, await proved(ana, refused))).status).toBe(200)
  // Once the phone is verified, the password alone proves nothing.
  const ben = await aPerson()
  expect(await verify(ben, await asked(ben), { password: ben.user.password })).toMatchObject({
    code: 'invalidRequest',
    details: { reason: 'factor' },
  })
  expect(await options(ben, await asked(ben), 'password')).toMatchObject({ code: 'invalidRequest' })
})

test('a proof serves this input alone, and a token passes one of twenty calls at the same moment', async () => {
  const ana = await aPerson()
  const elsewhere = await again(ana)
  const token = await proved(ana, await end(ana))
  const id = sessionId(newId())
  for (const other of [() => end(ana, token, { all: 'every' }), () => end(ana, token, { ids: [id] })])
    expect((await other()).code).toBe('stepUpRequired')
  expect((await end(elsewhere, token)).code).toBe('stepUpRequired')
  expect((await end(await aPerson(), token)).code).toBe('stepUpRequired')
  const answers = await Promise.all(Array.from({ length: 20 }, () => end(ana, token)))
  const codes = answers.map(({ code }) => code ?? 'done').toSorted()
  expect(codes).toEqual(['done', ...Array<string>(19).fill('stepUpRequired')])
})

test('a token is given back when the act is refused for another reason', async () => {
  const ana = await aPerson()
  const unknown = { ids: [sessionId(newId())] }
  const token = await proved(ana, await end(ana, undefined, unknown))
  for (let n = 0; n < 2; n += 1) expect((await end(ana, token, unknown)).code).toBe('notFound')
})

test('five wrong codes end a challenge, and the right one comes too late', async () => {
  const ana = await aPerson()
  const challengeId = await asked(ana)
  const code = await codeFor(ana, challengeId)
  for (let n = 0; n < 5; n += 1)
    expect(await verify(ana, challengeId, { code: wrong(code) })).toMatchObject({ status: 400, code: 'invalidCode' })
  expect(await verify(ana, challengeId, { code })).toMatchObject({
    code: 'invalidCode',
    details: { reason: 'challenge' },
  })
  expect(await asked(ana)).not.toBe(challengeId)
})

test('[V6.6.2] a code answers its own challenge, in its own session, once', async () => {
  const ana = await aPerson()
  const first = await asked(ana)
  const code = await codeFor(ana, first)
  const second = challengeIn(await end(ana, undefined, { all: 'every' })).challengeId
  expect(await verify(ana, second, { code })).toMatchObject({ code: 'invalidCode' })
  for (const other of [await again(ana), await aPerson()]) {
    const unknown = { code: 'invalidCode', details: { reason: 'challenge' } }
    expect(await verify(other, first, { code })).toMatchObject(unknown)
    expect(await options(other, first, 'code')).toMatchObject(unknown)
  }
  expect((await verify(ana, first, { code })).status).toBe(200)
  expect(await verify(ana, first, { code })).toMatchObject({ status: 409, code: 'usedCode' })
  expect(await options(ana, first, 'code')).toMatchObject({ status: 409, code: 'usedCode' })
})

test('after ten minutes a code is too old', async () => {
  const ana = await aPerson()
  const challengeId = await asked(ana)
  const code = await codeFor(ana, challengeId)
  app.clock.advance(10 * 60_000)
  const { headers } = await again(ana)
  const session = await app.services.db
    .selectFrom('sessions')
    .select('session_id')
    .where('owner_id', '=', ana.user.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  // The same challenge, asked by a session that still lives.
  await app.services.db.updateTable('step_up_challenges').set(session).where('owner_id', '=', ana.user.id).execute()
  expect(await verify({ ...ana, headers }, challengeId, { code })).toMatchObject({ details: { reason: 'challenge' } })
})

test('asking again within a minute sends nothing, and later another code, which ends the one before', async () => {
  const ana = await aPerson()
  const challengeId = await asked(ana)
  const code = await codeFor(ana, challengeId)
  expect(await codeFor(ana, challengeId)).toBe(code)
  // The dialog was closed and opened again: the same challenge, and the code that came is good.
  expect(await asked(ana)).toBe(challengeId)
  app.clock.advance(61_000)
  const newer = await codeFor(ana, challengeId)
  expect(await verify(ana, challengeId, { code })).toMatchObject({ code: 'invalidCode' })
  expect((await verify(ana, challengeId, { code: newer })).status).toBe(200)
})

test('what strangers send to the number takes nothing from its holder', async () => {
  const ana = await aPerson()
  const claim = claimOf(app.services.keys, 'phone', ana.user.phone ?? '')
  for (const { name, windowMs } of [BUDGETS.codesToNumberBeyond, BUDGETS.codesToNumberPerAccount])
    for (const subject of [claim, `${claim}:${ana.user.id}`])
      await addUses(app.services.db, `${name}:${subject}`, windowMs, 1_000_000, app.clock.now())
  expect(await codeFor(ana, await asked(ana))).toMatch(/^\d{6}$/)
})

test('while a change of the phone cools, the new phone alone proves nothing', async () => {
  const ana = await aPerson()
  const unfreeze = ({ headers }: Person) => app.raw('unfreeze', {}, { headers })
  await app.raw('freeze', {}, { headers: ana.headers })
  const { challengeId } = challengeIn(await unfreeze(ana))
  const at = app.clock.now()
  await transaction(app.services.db, 'cool', (trx) => startCooling(trx, ana.user.id, 'phoneChanged', at))
  const restricted = {
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'phoneChangedProof', until: new Date(at.getTime() + 72 * 3_600_000).toISOString() },
  }
  expect(await unfreeze(ana)).toMatchObject(restricted)
  expect(await app.raw('factors', undefined, { headers: ana.headers })).toMatchObject({
    data: { provesFrom: restricted.details.until },
  })
  expect(await options(ana, challengeId, 'code')).toMatchObject(restricted)
  expect(await verify(ana, challengeId, { code: '123456' })).toMatchObject(restricted)
  app.clock.advance(72 * 3_600_000)
  const later = await again(ana)
  expect((await unfreeze(later)).code).toBe('stepUpRequired')
  expect(await app.raw('factors', undefined, { headers: later.headers })).toMatchObject({ data: { provesFrom: null } })
})

test('while a change of the phone cools, the password ends sessions, which only protects, and the new phone does not', async () => {
  const ana = await aPerson()
  const at = app.clock.now()
  await transaction(app.services.db, 'cool', (trx) => startCooling(trx, ana.user.id, 'phoneChanged', at))
  const { challengeId, factors } = challengeIn(await end(ana))
  expect(factors).toEqual(['password'])
  expect(await options(ana, challengeId, 'code')).toMatchObject({ code: 'invalidRequest' })
  const { data } = await verify(ana, challengeId, { password: ana.user.password })
  const { stepUpToken } = data as { stepUpToken: string }
  await app.raw('freeze', {}, { headers: ana.headers })
  expect(await app.raw('unfreeze', {}, { headers: { ...ana.headers, 'step-up': stepUpToken } })).toMatchObject({
    code: 'accountRestricted',
  })
  expect(await end(ana, stepUpToken)).toMatchObject({ status: 200 })
})

test('exactly one proof is taken', async () => {
  const ana = await aPerson()
  const challengeId = await asked(ana)
  for (const proof of [{}, { code: '123456', password: 'x' }])
    expect(await verify(ana, challengeId, proof)).toMatchObject({
      code: 'invalidRequest',
      details: { reason: 'oneProof' },
    })
})

/** All but the exchange of a bank link and a copy of the data, which ask for no proof of what would be refused anyway: their own tests say it. */
const ALWAYS = (Object.keys(appEndpoints) as EndpointKey[]).filter(
  (key) => endpointOf(key).stepUp === 'always' && !['exchangeBankLink', 'getExport'].includes(key),
)

test.each(ALWAYS)(
  '[V7.5.3] %s passes with no token, a used one or one of another act as little as without',
  async (key) => {
    const ana = await aPerson()
    const { userId: toUser } = await aUser(app.services, { tier: 1 })
    // What would be refused anyway asks for no proof: the person to be paid is one, and the current password is right.
    const start = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const own: Partial<Record<EndpointKey, object>> = {
      createSchedule: { toUser, start },
      changePassword: { currentPassword: ana.user.password, newPassword: 'Orilla-Tranquila-58' },
      removeTotp: await withApp(ana.user),
      removePasskey: await withPasskey(ana.user),
      linkSocial: { provider: 'google' },
      unlinkSocial: await withGoogle(ana.user),
    }
    const input = { ...goodInput(key), ...own[key] }
    const call = (token?: string): Promise<Answer<EndpointKey>> =>
      app.raw(key, input, { headers: { ...ana.headers, ...(token !== undefined && { 'step-up': token }) } })
    const other = key === 'endSessions' ? { all: 'every' } : OTHERS
    const foreign = await proved(ana, await end(ana, undefined, other))
    const refused = await call()
    expect((await call(foreign)).code).toBe('stepUpRequired')
    app.clock.advance(61_000)
    const used = await proved(ana, refused)
    await app.services.db
      .updateTable('step_up_challenges')
      .set({ used_at: app.clock.now() })
      .where('owner_id', '=', ana.user.id)
      .where('proved_at', 'is not', null)
      .execute()
    expect((await call(used)).code).toBe('stepUpRequired')
  },
)
