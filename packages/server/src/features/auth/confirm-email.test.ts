import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { authTasks } from './tasks.ts'
import { anotherCode, type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

test('API-05 the mail holds a link and a code and is not cached anywhere', async () => {
  const { user, bearer } = await world.join({ lang: 'es-US' })
  const sent = await world.call('requestEmailCode', {}, { bearer })
  expect(sent).toMatchObject({ status: 200, data: { sentTo: expect.stringMatching(/^us•••@example.com$/) } })
  expect(sent.headers['cache-control']).toBe('no-store')
  const newest = await world.newestTo(user.email)
  expect(newest.code).toMatch(/^\d{6}$/)
  expect(newest).toMatchObject({
    subject: 'Verifica tu correo en Puente',
    link: expect.stringContaining('/confirmation?token='),
  })
  expect(await world.inbox(user.email)).toHaveLength(1)
})

test('ST-05 API-06 the code of the mail confirms the email of the signed-in person, once', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const { code } = await world.newestTo(user.email)
  expect(await world.call('confirmEmail', { emailToken: code })).toMatchObject({
    status: 401,
    code: 'AuthHeaderRequired',
  })
  expect(await world.call('confirmEmail', { emailToken: code }, { bearer })).toMatchObject({
    status: 200,
    data: { emailVerified: true, email: user.email, tier: -1 },
  })
  expect((await world.call('me', undefined, { bearer })).data.emailVerified).toBe(true)
  expect(await world.call('confirmEmail', { emailToken: code }, { bearer })).toMatchObject({
    status: 409,
    code: 'alreadyConfirmed',
  })
})

test('API-06 the link works without a session', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const { token } = await world.newestTo(user.email)
  expect((await world.call('confirmEmail', { emailToken: token })).status).toBe(200)
  expect(await world.call('confirmEmail', { emailToken: token })).toMatchObject({
    status: 409,
    code: 'alreadyConfirmed',
  })
})

test('a code is forgotten with its address a week after it has run out, its link a week after that', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const prune = () => authTasks(world.services)['contact-codes.prune']()
  // As superuser: the product finds links by their hash alone.
  const kept = () =>
    withClient(world.database.superuserUrl, async (client) => {
      const of = async (table: 'contact_codes' | 'link_tokens') =>
        (await client.query(`select from ${table} where owner_id = $1`, [user.id])).rowCount
      return [await of('contact_codes'), await of('link_tokens')]
    })
  await prune()
  expect(await kept()).toEqual([1, 1])
  world.advance(2 * 24 * 60)
  await world.call('requestEmailCode', {}, { bearer: await world.bearerOf(user) })
  expect(await kept()).toEqual([2, 2])
  world.advance(8 * 24 * 60 + 1)
  await prune()
  expect(await kept()).toEqual([0, 2])
  world.advance(7 * 24 * 60)
  await prune()
  expect(await kept()).toEqual([0, 0])
})

test('API-05 EC-01 a mail for a confirmed address is alreadyConfirmed', async () => {
  const { bearer } = await world.join({ emailVerified: true })
  expect(await world.call('requestEmailCode', {}, { bearer })).toMatchObject({ status: 409, code: 'alreadyConfirmed' })
})

test('EC-11 V-14 what is no code and no token, and what matches nothing, is invalidCode', async () => {
  const { bearer } = await world.join()
  for (const emailToken of ['12345', 'abcdef', '123456', 'x'.repeat(43)]) {
    expect(await world.call('confirmEmail', { emailToken }, { bearer })).toMatchObject({
      status: 400,
      code: 'invalidCode',
    })
  }
})

test('EC-15 code and link are emailTokenExpired after a day', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const { code, token } = await world.newestTo(user.email)
  world.advance(24 * 60)
  const later = await world.bearerOf(user)
  expect(await world.call('confirmEmail', { emailToken: code }, { bearer: later })).toMatchObject({
    status: 422,
    code: 'emailTokenExpired',
  })
  expect(await world.call('confirmEmail', { emailToken: token })).toMatchObject({
    status: 422,
    code: 'emailTokenExpired',
  })
})

test('EC-12 a link that was used for an address that is unconfirmed again is usedCode', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const { token } = await world.newestTo(user.email)
  await world.call('confirmEmail', { emailToken: token })
  await world.services.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('owner_id', '=', user.id)
    .execute()
  expect(await world.call('confirmEmail', { emailToken: token })).toMatchObject({ status: 409, code: 'usedCode' })
})

test('API-06 a newer mail ends the code of the older one but not its link, and five wrong tries end the newest code', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const first = await world.newestTo(user.email)
  await world.call('requestEmailCode', {}, { bearer })
  const second = await world.newestTo(user.email)
  expect(await world.call('confirmEmail', { emailToken: first.code }, { bearer })).toMatchObject({
    code: 'invalidCode',
  })
  const asWrong = { emailToken: anotherCode(second.code) }
  for (let n = 2; n <= 5; n += 1)
    expect((await world.call('confirmEmail', asWrong, { bearer })).details?.['reason']).toBe(
      n < 5 ? undefined : 'tries',
    )
  expect(await world.call('confirmEmail', { emailToken: second.code }, { bearer })).toMatchObject({
    status: 400,
    code: 'invalidCode',
    details: { reason: 'tries' },
  })
  expect((await world.rowOf(user)).email_verified_at).toBeNull()
  expect(await world.call('confirmEmail', { emailToken: first.token })).toMatchObject({ status: 200 })
})

test('API-06 either of two links confirms, and the other then says that it is confirmed already, as an expired one and wrong digits do', async () => {
  const { user, bearer } = await world.join()
  await world.call('requestEmailCode', {}, { bearer })
  const first = await world.newestTo(user.email)
  await world.call('requestEmailCode', {}, { bearer })
  const second = await world.newestTo(user.email)
  expect(await world.call('confirmEmail', { emailToken: first.token })).toMatchObject({ status: 200 })
  const confirmed = { status: 409, code: 'alreadyConfirmed' }
  expect(await world.call('confirmEmail', { emailToken: second.token })).toMatchObject(confirmed)
  world.advance(24 * 60 + 1)
  expect(await world.call('confirmEmail', { emailToken: second.token })).toMatchObject(confirmed)
  const wrong = { emailToken: anotherCode(second.code) }
  expect(await world.call('confirmEmail', wrong, { bearer: await world.bearerOf(user) })).toMatchObject(confirmed)
})

test('a refused link is spoken of as a link, and a refused code as a code', async () => {
  const { bearer } = await world.join()
  const messageOf = async (emailToken: string) =>
    (await world.call('confirmEmail', { emailToken }, { bearer })).body.message
  expect(await messageOf('x'.repeat(43))).toMatch(/^This link/)
  expect(await messageOf('123456')).toMatch(/^That code/)
})

test('API-05 the fourth mail within an hour is refused', async () => {
  const { bearer } = await world.join()
  const sends = []
  for (let n = 0; n < 4; n += 1) sends.push(await world.call('requestEmailCode', {}, { bearer }))
  expect(sends.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(sends[3]).toMatchObject({ code: 'tooManyRequests' })
})

test('API-05 the eleventh mail within a day is refused, however they are spread', async () => {
  const { user } = await world.join()
  const send = async () => world.call('requestEmailCode', {}, { bearer: await world.bearerOf(user) })
  for (let n = 1; n <= 10; n += 1) {
    expect((await send()).status).toBe(200)
    if (n % 3 === 0) world.advance(61)
  }
  expect(await send()).toMatchObject({ status: 429, code: 'tooManyRequests' })
  world.advance(22 * 60)
  expect((await send()).status).toBe(200)
})

test('a mail to an unproved address repeats nothing that was typed at sign-up', async () => {
  const fullName = 'Your Money Waits At Bad Example'
  const { user, bearer } = await world.join({ fullName })
  await world.call('requestEmailCode', {}, { bearer })
  const first = await world.newestTo(user.email)
  await world.call('forgotPassword', { email: user.email })
  const second = await world.newestTo(user.email)
  await world.call('signUp', { email: user.email, password: 'Quiet-Harbour-7', fullName, business: false })
  const third = await world.newestTo(user.email)
  expect(new Set([first, second, third].map(({ subject }) => subject)).size).toBe(3)
  for (const { subject, text } of [first, second, third]) expect(`${subject} ${text}`).not.toMatch(/Money Waits|Bad/)
  await world.call('confirmEmail', { emailToken: first.code }, { bearer })
  world.advance(6)
  await world.call('forgotPassword', { email: user.email })
  expect((await world.newestTo(user.email)).text).toContain(`Hi ${fullName},`)
})
