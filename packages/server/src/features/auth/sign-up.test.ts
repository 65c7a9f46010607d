import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { passwordsOf } from '#features/factors/index.ts'
import { PoolBusy } from '#platform/bounded-pool.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { anEmail, aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const form = (more: object = {}) => ({
  email: anEmail(),
  password: PASSWORD,
  lang: 'es',
  fullName: 'Ana-Lía Núñez',
  business: false,
  ...more,
})
const userOf = (email: string) =>
  world.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

test('P-03 ST-02 API-02 a complete sign-up answers a token that opens the first session', async () => {
  const body = form()
  const { status, data } = await world.call('signUp', body)
  expect(status).toBe(200)
  const opened = await world.call('openSession', { token: data.token })
  expect(opened).toMatchObject({ status: 200, data: { accessLevel: -1 } })
  expect(await userOf(body.email)).toMatchObject({
    lang: 'es-US',
    tier: -1,
    email_verified_at: null,
    is_business: false,
  })
})

test('a link tells who invites by their first name, a business by its own, and of anyone else nothing', async () => {
  const { services } = world
  const ana = await aUser(services, { tier: 1, fullName: 'Ana Ruiz Soto' })
  const shop = await aUser(services, { tier: 1, fullName: 'La Espiga Bakery', business: true })
  const stranger = await aUser(services)
  const nameOf = async (code: string) => (await world.call('inviter', { code })).data.name
  expect(await nameOf(ana.referralCode.toLowerCase())).toBe('Ana')
  expect(await nameOf(ana.handle)).toBe('Ana')
  expect(await nameOf(shop.referralCode)).toBe('La Espiga Bakery')
  for (const code of [stranger.referralCode, 'ABCD1234', '', '%', "' or 1=1"]) expect(await nameOf(code)).toBeNull()
})

test('P-27 who names no language has settings in en-US, whatever their browser prefers', async () => {
  const body = form({ lang: undefined })
  await world.call('signUp', body, { headers: { 'accept-language': 'es-MX' } })
  expect((await userOf(body.email)).lang).toBe('en-US')
})

test.each([true, false])(
  'P-01 an account that was opened with business %s is one after signing in again',
  async (business) => {
    const body = form({ business })
    await world.call('signUp', body)
    const { bearer } = await world.enter(body.email, PASSWORD)
    expect((await world.call('me', undefined, { bearer })).data.business).toBe(business)
  },
)

test('EU-13 a handle is made from the name and is unique', async () => {
  const bodies = [form(), form()]
  await Promise.all(bodies.map((body) => world.call('signUp', body)))
  const handles = await Promise.all(bodies.map(async ({ email }) => (await userOf(email)).handle))
  expect(handles[0]).toMatch(/^ana.lia.nunez-[2-9a-z]{4}$/)
  expect(new Set(handles).size).toBe(2)
})

test('V-12 a new person has accepted nothing, cannot receive, and is in tier -1', async () => {
  const body = form()
  await world.call('signUp', body)
  const user = await userOf(body.email)
  expect(user.terms_version).toBeNull()
  const person = await world.services.db
    .selectFrom('directory')
    .selectAll()
    .where('owner_id', '=', user.owner_id)
    .executeTakeFirstOrThrow()
  expect(person.can_receive).toBe(false)
})

test('API-02 the referrer of a new person is stored once, by code or handle; an unknown value is ignored', async () => {
  const first = form()
  await world.call('signUp', first)
  const referrer = await userOf(first.email)
  const stored = async (referredBy: string) => {
    const body = form({ referredBy })
    expect((await world.call('signUp', body)).status).toBe(200)
    return (await userOf(body.email)).referred_by
  }
  expect(await stored(referrer.referral_code)).toBe(referrer.owner_id)
  expect(await stored(referrer.handle)).toBe(referrer.owner_id)
  expect(await stored('NOBODY22')).toBeNull()
})

test('EC-02 V-09 a registered address is emailAlreadyInUse in any case of letters, and its owner is mailed once a day', async () => {
  const body = form()
  await world.call('signUp', body)
  const again = { ...body, email: body.email.toUpperCase() }
  expect(await world.call('signUp', again)).toMatchObject({ status: 409, code: 'emailAlreadyInUse' })
  expect(await world.call('signUp', again)).toMatchObject({ code: 'emailAlreadyInUse' })
  await world.runJobs()
  expect(await world.inbox(body.email)).toMatchObject([{ subject: 'Ya tienes una cuenta de Puente' }])
})

test('of several sign-ups with one address at once exactly one succeeds', async () => {
  const body = form()
  const answers = await Promise.all([1, 2, 3].map(() => world.call('signUp', body)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test.each([
  ['EC-05 V-01 C-07 seven characters', { password: 'Abcde-1' }, 'invalidPass'],
  ['V-02 no number', { password: 'Abcdefgh' }, 'invalidPass'],
  ['V-03 no uppercase letter', { password: 'abcdefg1' }, 'invalidPass'],
  ['EC-05 129 characters', { password: `Xk9-${'verde luna '.repeat(12)}`.slice(0, 129) }, 'invalidPass'],
  ['EC-05 the product, a sign and a year', { password: 'Puente-2026' }, 'invalidPass'],
  ['EC-05 the own names', { password: 'Ana-Ruiz-1', fullName: 'Ana Ruiz' }, 'invalidPass'],
  ['EC-05 a known password', { password: 'Password1' }, 'invalidPass'],
  ['EC-05 the product and a year', { password: 'Puente2026' }, 'invalidPass'],
  ['EC-05 the own name', { password: 'Nunez2026', fullName: 'Ana Nunez' }, 'invalidPass'],
  ['EC-31 V-07 half an address', { email: 'a@' }, 'invalidEmail'],
  ['EC-31 an address through which nothing could be recovered', { email: 'ana@yopmail.com' }, 'invalidEmail'],
  ['EC-24 no name', { fullName: ' ' }, 'fullNameMissing'],
  ['EC-22 V-05 special characters', { fullName: 'A$b' }, 'invalidName'],
  ['EC-23 one letter', { fullName: 'A' }, 'invalidFullName'],
  ['EC-28 an unknown language', { lang: 'fr' }, 'invalidLanguage'],
  ['EC-29 business as a word', { business: 'yes' }, 'invalidRole'],
])('%s is refused', async (_what, more, code) => {
  expect(await world.call('signUp', form(more))).toMatchObject({ status: 400, code })
})

test.each(['Núñez', "O'Brien", 'Ana-Lía', '김민수'])('V-05 the name %s is accepted', async (fullName) => {
  expect((await world.call('signUp', form({ fullName }))).status).toBe(200)
})

test.each([8, 128])('V-01 C-07 a password of %i characters is accepted', async (length) => {
  const password = `Xk9-vQ2#${'plata ríos nube '.repeat(8)}`.slice(0, length)
  expect((await world.call('signUp', form({ password }))).status).toBe(200)
})

test('V-09 the sixth sign-up of a network within an hour is refused, for free and taken addresses alike', async () => {
  const from = '203.0.113.7'
  const taken = form()
  await world.call('signUp', taken, { from })
  for (let n = 0; n < 4; n += 1) await world.call('signUp', form(), { from })
  const late = [
    await world.call('signUp', form(), { from }),
    await world.call('signUp', taken, { from: '203.0.113.99' }),
  ]
  for (const answer of late) expect(answer).toMatchObject({ status: 429, code: 'tooManyRequests' })
  world.advance(61)
  expect((await world.call('signUp', form(), { from })).status).toBe(200)
})

test('a sign-up that is shed because the server is full uses up nothing of any budget', async () => {
  const from = '203.0.113.8'
  const full = vi.spyOn(passwordsOf(world.services), 'hash').mockRejectedValue(new PoolBusy('full'))
  const counted = async () =>
    (
      await sql<{ count: number }>`select count from rate_counters where key = 'sign-up-all:free'`.execute(
        world.services.db,
      )
    ).rows[0]?.count
  const before = await counted()
  for (let n = 0; n < 6; n += 1)
    expect(await world.call('signUp', form(), { from })).toMatchObject({ status: 503, code: 'serviceUnavailable' })
  full.mockRestore()
  expect(await counted()).toBe(before)
  expect((await world.call('signUp', form(), { from })).status).toBe(200)
})

test('sign-ups with taken addresses use up nothing of what newcomers have together', async () => {
  const taken = form()
  await sql`delete from rate_counters where key like 'sign-up-all:%'`.execute(world.services.db)
  await world.call('signUp', taken)
  await sql`update rate_counters set count = ${BUDGETS.signUpAltogether.max - 1} where key like 'sign-up-all:%'`.execute(
    world.services.db,
  )
  for (let n = 0; n < 2; n += 1) expect(await world.call('signUp', taken)).toMatchObject({ code: 'emailAlreadyInUse' })
  expect((await world.call('signUp', form())).status).toBe(200)
  expect(await world.call('signUp', form())).toMatchObject({ status: 429, code: 'tooManyRequests' })
})
