import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { THROTTLES } from '#platform/rate-limit/throttles.ts'
import { anEmail, aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const NEW = 'Otra-Nube-77x'
const linkFor = async (email: string): Promise<string> => {
  await world.call('forgotPassword', { email })
  await world.runJobs()
  const [newest] = await world.inbox(email)
  return /reset-password\?token=([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? ''
}
const reset = (token: string, newPassword = NEW) => world.call('resetPassword', { token, newPassword })

test('RD-07 the answer is the same for known and unknown addresses, and only the owner gets a mail', async () => {
  const { email } = await aUser(world.services)
  const stranger = anEmail()
  const answers = [
    await world.call('forgotPassword', { email, lang: 'ko' }),
    await world.call('forgotPassword', { email: stranger, lang: 'ko' }),
  ]
  expect(answers.map(({ status, data }) => ({ status, data }))).toEqual([
    { status: 200, data: { sent: true } },
    { status: 200, data: { sent: true } },
  ])
  await world.runJobs()
  expect(await world.inbox(email)).toMatchObject([{ subject: 'Puente 비밀번호를 재설정해 주세요' }])
  expect(await world.inbox(stranger)).toEqual([])
})

test('RD-07 the link sets a new password, ends all sessions, tells the owner, and does not sign in', async () => {
  const { email } = await aUser(world.services)
  const before = await world.enter(email, PASSWORD)
  const { data: pending } = await world.call('signIn', { email, password: PASSWORD })
  world.clock.advance(1)
  const token = await linkFor(email)
  expect(await reset(token)).toEqual(expect.objectContaining({ status: 200, data: {}, cookie: null }))
  expect(await world.call('activity', {}, { bearer: before.bearer })).toMatchObject({
    code: 'sessionClosed',
    details: { reason: 'passwordChanged' },
  })
  expect(await world.call('openSession', { token: pending.token })).toMatchObject({ code: 'invalidToken' })
  expect(await world.call('signIn', { email, password: PASSWORD })).toMatchObject({ code: 'invalidSignIn' })
  expect((await world.call('signIn', { email, password: NEW })).status).toBe(200)
  await world.runJobs()
  expect((await world.inbox(email))[0]).toMatchObject({ subject: 'Your Puente password was changed' })
})

test('a link that was mailed before its account was closed sets no password and sends no mail', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  const token = await linkFor(user.email)
  expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({ data: { status: 'closed' } })
  expect(await world.call('checkResetLink', { token })).toMatchObject({ code: 'invalidCode' })
  expect(await reset(token)).toMatchObject({ code: 'invalidCode' })
  await world.runJobs()
  expect((await world.inbox(user.email))[0]).toMatchObject({ subject: 'Your Puente account is closed' })
})

test('a link can be looked at without being used, and says once it is used or over', async () => {
  const { email } = await aUser(world.services)
  const look = (token: string) => world.call('checkResetLink', { token })
  const token = await linkFor(email)
  expect(await look(token)).toEqual(expect.objectContaining({ status: 200, data: {}, cookie: null }))
  expect(await reset(token)).toMatchObject({ status: 200 })
  expect(await look(token)).toMatchObject({ code: 'usedCode' })
  expect(await look('x'.repeat(43))).toMatchObject({ code: 'invalidCode' })
})

test('RD-07 EC-12 a link works once, also when it is used twice at once', async () => {
  const { email } = await aUser(world.services)
  const token = await linkFor(email)
  const answers = await Promise.all([reset(token), reset(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await reset(token)).toMatchObject({ status: 409, code: 'usedCode' })
})

test('RD-07 EC-15 a link is too old after thirty minutes', async () => {
  const { email } = await aUser(world.services)
  const token = await linkFor(email)
  world.advance(30)
  expect(await reset(token)).toMatchObject({ status: 422, code: 'emailTokenExpired' })
})

test('EC-11 an unknown token, a malformed one and a confirmation link are invalidCode', async () => {
  const { email: unverified } = await aUser(world.services)
  const { bearer } = await world.enter(unverified, PASSWORD)
  await world.call('requestEmailCode', {}, { bearer })
  await world.runJobs()
  const confirmation = /token=([\w-]+)/.exec((await world.inbox(unverified))[0]?.text ?? '')?.[1] ?? ''
  for (const token of ['x'.repeat(43), 'short', confirmation])
    expect(await reset(token)).toMatchObject({ status: 400, code: 'invalidCode' })
})

test('EC-05 a weak new password is invalidPass and leaves the link good', async () => {
  const { email } = await aUser(world.services, { fullName: 'Ana Nunez' })
  const token = await linkFor(email)
  for (const weak of ['Abcde-1', 'Password1', 'Nunez2026'])
    expect(await reset(token, weak)).toMatchObject({ status: 400, code: 'invalidPass' })
  expect((await reset(token)).status).toBe(200)
})

test('EC-31 EC-28 a malformed address and an unknown language are refused by form', async () => {
  expect(await world.call('forgotPassword', { email: 'a@' })).toMatchObject({ status: 400, code: 'invalidEmail' })
  expect(await world.call('forgotPassword', { email: anEmail(), lang: 'fr' })).toMatchObject({
    status: 400,
    code: 'invalidLanguage',
  })
})

test('V-08 MSG-03 an address to throw away is asked to be a real one, the same with and without an account', async () => {
  const { email } = await aUser(world.services, { email: `ana-${newId()}@box.mailinator.com` })
  const answers = [email, `nobody-${newId()}@box.mailinator.com`].map((to) =>
    world.call('forgotPassword', { email: to }),
  )
  const [known, unknown] = (await Promise.all(answers)).map(({ status, body }) => ({ status, ...body, requestId: '' }))
  expect(known).toMatchObject({ status: 400, code: 'invalidEmail', message: 'Please use real email' })
  expect(unknown).toEqual(known)
  await world.runJobs()
  expect(await world.inbox(email)).toEqual([])
})

test('RD-07 however often strangers ask for a link, the answer stays the same and the owner has one that works', async () => {
  const { email } = await aUser(world.services)
  for (let asked = 0; asked < 40; asked += 1) {
    expect(await world.call('forgotPassword', { email })).toMatchObject({ status: 200, data: { sent: true } })
    await world.runJobs()
    world.advance(3)
  }
  const mails = await world.inbox(email)
  expect(mails.length).toBeLessThan(20)
  expect((await reset(/token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '')).status).toBe(200)
})

test('of requests that come together one is mailed, and one more as it is sent again', async () => {
  const { email } = await aUser(world.services)
  await Promise.all(Array.from({ length: 4 }, () => world.call('forgotPassword', { email })))
  await world.runJobs()
  expect(await world.inbox(email)).toHaveLength(2)
})

test('the link of either mail works, and the first that is used ends the other', async () => {
  const { email } = await aUser(world.services)
  const older = await linkFor(email)
  world.advance(6)
  const newer = await linkFor(email)
  expect((await reset(older)).status).toBe(200)
  expect(await reset(newer)).toMatchObject({ status: 400, code: 'invalidCode' })
})

test('a network that has used up its requests for links still uses those it was sent', async () => {
  const { email } = await aUser(world.services)
  const token = await linkFor(email)
  const from = '198.51.103.31'
  for (let n = 0; n < THROTTLES.passwordReset.max; n += 1)
    await world.call('forgotPassword', { email: anEmail() }, { from })
  expect(await world.call('forgotPassword', { email }, { from })).toMatchObject({ status: 429 })
  expect((await world.call('resetPassword', { token, newPassword: NEW }, { from })).status).toBe(200)
})

test('T9 a link that was answered as over stays over when the clock is set back', async () => {
  const { id, email } = await aUser(world.services)
  const token = await linkFor(email)
  world.advance(30)
  expect(await reset(token)).toMatchObject({ code: 'emailTokenExpired' })
  await sql`update contact_codes set expires_at = (expires_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC' where owner_id = ${id}`.execute(
    world.services.db,
  )
  expect(await reset(token)).toMatchObject({ code: 'invalidCode' })
})

test('T9 a person who chose a password while the clock was ahead can still sign in when it is set right', async () => {
  const { id, email } = await aUser(world.services)
  await sql`update users set password_changed_at = (password_changed_at at time zone 'UTC' + interval '3 days') at time zone 'UTC' where owner_id = ${id}`.execute(
    world.services.db,
  )
  expect((await world.enter(email, PASSWORD)).cookie).not.toBe('')
})

test('a reset forgets the guesses of strangers, and its browser gets a lane of its own', async () => {
  const { email } = await aUser(world.services)
  const guess = async () => {
    for (let n = 0; n < 4; n += 1) await world.call('signIn', { email, password: 'wrong' })
  }
  await guess()
  const { device } = await reset(await linkFor(email))
  expect((await world.call('signIn', { email, password: NEW })).status).toBe(200)
  await guess()
  expect(await world.call('signIn', { email, password: NEW })).toMatchObject({ code: 'tooManyRequests' })
  expect((await world.call('signIn', { email, password: NEW }, { device: device ?? '' })).status).toBe(200)
})

test('a browser that knew the old password has no lane after a reset', async () => {
  const { email } = await aUser(world.services)
  const { device } = await world.enter(email, PASSWORD)
  world.clock.advance(1)
  await reset(await linkFor(email))
  for (let n = 0; n < 4; n += 1) await world.call('signIn', { email, password: 'wrong' })
  expect(await world.call('signIn', { email, password: NEW }, { device })).toMatchObject({ code: 'tooManyRequests' })
})
