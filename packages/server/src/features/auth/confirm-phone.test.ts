import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone } from '#test/factories.ts'
import { findPeople } from '#features/accounts/index.ts'
import { TERMS_VERSION } from '#features/content/index.ts'
import { anotherCode, type AuthWorld, authWorld } from '#test/visitors.ts'
import { untilWaiting } from '#test/waiting.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

test('API-08 EU-15 V-12 registering a phone stores it sealed, records the terms, and sends a code', async () => {
  const { user, bearer } = await world.join({ lang: 'ko-KR' })
  const phone = aPhone()
  const accepted = async () => (await world.call('me', undefined, { bearer })).data.tCAccepted
  expect(await accepted()).toBe(false)
  const answer = await world.call('registerPhone', { phone }, { bearer })
  expect(await accepted()).toBe(true)
  expect(answer).toMatchObject({ status: 200, data: { tCAccepted: true, phone: `+1 ••• ••• ${phone.slice(-4)}` } })
  const row = await world.rowOf(user)
  expect(row).toMatchObject({ phone_verified_at: null, tier: -1 })
  expect(row.phone_sealed).not.toContain(phone.slice(2))
  const terms = await world.services.db
    .selectFrom('terms_acceptances')
    .selectAll()
    .where('owner_id', '=', user.id)
    .execute()
  expect(row.terms_version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(terms).toMatchObject([{ version: row.terms_version, lang: 'ko-KR', accepted_at: expect.any(Date) }])
  await world.runJobs()
  expect((await world.inbox(phone))[0]).toMatchObject({ channel: 'sms', code: expect.stringMatching(/^\d{6}$/) })
})

test('a number whose holder has replied STOP is said to get no code once the carrier refuses it, until it takes one again, and another number does not inherit it', async () => {
  const { bearer } = await world.join()
  const phone = aPhone()
  await world.control('POST', '/sms/answer', { from: phone, word: 'STOP' })
  const isStopped = async (of: string) => (await world.call('me', undefined, { bearer: of })).data.textsStopped
  await world.call('registerPhone', { phone }, { bearer })
  expect(await isStopped(bearer)).toBe(false)
  await world.runJobs()
  expect(await isStopped(bearer)).toBe(true)
  await world.control('POST', '/sms/answer', { from: phone, word: 'START' })
  await world.call('requestPhoneCode', {}, { bearer })
  await world.runJobs()
  expect(await isStopped(bearer)).toBe(false)

  await world.control('POST', '/sms/answer', { from: phone, word: 'STOP' })
  const { bearer: other } = await world.join()
  await world.call('registerPhone', { phone }, { bearer: other })
  await world.runJobs()
  expect(await isStopped(other)).toBe(true)
  await world.call('requestPhoneCode', { phone: aPhone() }, { bearer: other })
  expect(await isStopped(other)).toBe(false)

  // Nor where the carrier says it only once the account has the other one.
  const { bearer: quick } = await world.join()
  await world.call('registerPhone', { phone }, { bearer: quick })
  await world.call('requestPhoneCode', { phone: aPhone() }, { bearer: quick })
  await world.runJobs()
  expect(await isStopped(quick)).toBe(false)
})

test('ST-06 ST-09 API-09 with both contacts verified and the terms accepted the tier rises to 0 and the person can be found', async () => {
  const { user, bearer } = await world.join({ emailVerified: true })
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  expect(await findPeople(world.services, user.handle)).toEqual([])
  const confirmed = await world.call('confirmPhone', { code }, { bearer })
  expect(confirmed).toMatchObject({ status: 200, data: { phoneVerified: true, phone, tier: 0 } })
  expect((await world.call('me', undefined, { bearer })).data.phoneVerified).toBe(true)
  const [, area = '', office = '', line = ''] = /^\+1(...)(...)(....)$/.exec(phone) ?? []
  const written = [
    `(${area}) ${office}-${line}`,
    `+1 ${area} ${office} ${line}`,
    `${area}.${office}.${line}`,
    phone.slice(1),
  ]
  for (const search of [user.email.toUpperCase(), phone, ...written, user.handle, user.handle.slice(0, 12)]) {
    expect(await findPeople(world.services, search)).toMatchObject([{ id: user.id, canReceive: true }])
  }
  const { events } = await world.services.live.poll(user.id, 0)
  expect(events.at(-1)).toMatchObject({ event: 'me', data: { fields: ['KYC'] } })
})

test('the order of the contacts does not matter for the tier', async () => {
  const { user, bearer } = await world.join()
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  expect((await world.call('confirmPhone', { code: (await world.newestTo(phone)).code }, { bearer })).data.tier).toBe(
    -1,
  )
  await world.call('requestEmailCode', {}, { bearer })
  const { token } = await world.newestTo(user.email)
  expect((await world.call('confirmEmail', { emailToken: token }, { bearer })).data.tier).toBe(0)
})

test('EC-12 EC-13 the same code a second time is usedCode, and no open code is phoneConfirmationCode', async () => {
  const { bearer } = await world.join()
  expect(await world.call('confirmPhone', { code: '123456' }, { bearer })).toMatchObject({
    status: 422,
    code: 'phoneConfirmationCode',
  })
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  await world.call('confirmPhone', { code }, { bearer })
  expect(await world.call('confirmPhone', { code }, { bearer })).toMatchObject({ status: 409, code: 'usedCode' })
})

test('EC-11 EC-13 a wrong code is invalidCode, the sixth try finds a dead one, and after ten minutes it is too old', async () => {
  const { user, bearer } = await world.join()
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  for (let n = 1; n <= 5; n += 1) {
    const wrong = await world.call('confirmPhone', { code: anotherCode(code) }, { bearer })
    expect(wrong).toMatchObject({ status: 400, code: 'invalidCode' })
    expect(wrong.details?.['reason']).toBe(n < 5 ? undefined : 'tries')
  }
  expect(await world.call('confirmPhone', { code }, { bearer })).toMatchObject({
    status: 422,
    code: 'phoneConfirmationCode',
  })
  await world.call('requestPhoneCode', {}, { bearer })
  const fresh = await world.newestTo(phone)
  world.advance(10)
  const refreshed = await world.services.db
    .selectFrom('contact_codes')
    .select('expires_at')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(refreshed.expires_at.getTime()).toBeLessThanOrEqual(world.clock.now().getTime())
  const later = await world.bearerOf(user)
  expect(await world.call('confirmPhone', { code: fresh.code }, { bearer: later })).toMatchObject({
    code: 'phoneConfirmationCode',
  })
})

test('EC-09 API-07 only someone who holds a number learns that another account verified it', async () => {
  const taken = await world.join({ tier: 0 })
  const phone = taken.user.phone ?? ''
  for (const key of ['registerPhone', 'requestPhoneCode'] as const) {
    const { bearer } = await world.join()
    const [ours, free] = [
      await world.call(key, { phone }, { bearer }),
      await world.call(key, { phone: aPhone() }, { bearer }),
    ]
    expect(Object.keys(ours.data).toSorted()).toEqual(Object.keys(free.data).toSorted())
    expect(ours.status).toBe(200)
  }
  const { user, bearer } = await world.join()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  expect(await world.call('confirmPhone', { code: anotherCode(code) }, { bearer })).toMatchObject({
    code: 'invalidCode',
  })
  expect(await world.call('confirmPhone', { code }, { bearer })).toMatchObject({ status: 409, code: 'phoneUsed' })
  expect((await world.rowOf(user)).phone_verified_at).toBeNull()
})

test('EC-09 of two who race for a number one gets phoneUsed', async () => {
  const phone = aPhone()
  const racers = [await world.join(), await world.join()]
  const codes: string[] = []
  for (const racer of racers) {
    await world.call('registerPhone', { phone }, { bearer: racer.bearer })
    codes.push((await world.newestTo(phone)).code)
  }
  const answers = await Promise.all(
    racers.map((racer, n) => world.call('confirmPhone', { code: codes[n] }, { bearer: racer.bearer })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'phoneUsed' })
})

test.each(['registerPhone', 'requestPhoneCode'] as const)(
  'of a number that is confirmed while %s brings another one, the confirmed one stays',
  async (call) => {
    const { user, bearer } = await world.join({ emailVerified: true })
    const [mine, other] = [aPhone(), aPhone()]
    await world.call('registerPhone', { phone: mine }, { bearer })
    const { code } = await world.newestTo(mine)
    const calls = await world.services.db.transaction().execute(async (holding) => {
      await holding.selectFrom('users').select('tier').where('owner_id', '=', user.id).forUpdate().execute()
      const confirmed = world.call('confirmPhone', { code }, { bearer })
      await untilWaiting(world.database, 1)
      const brought = world.call(call, { phone: other }, { bearer })
      await untilWaiting(world.database, 2)
      return { confirmed, brought }
    })
    expect((await calls.confirmed).status).toBe(200)
    expect(await calls.brought).toMatchObject({ code: 'phone_already_verified' })
    const { data } = await world.call('me', {}, { bearer })
    expect(data).toMatchObject({ phone: expect.stringContaining(mine.slice(-4)), phoneVerified: true })
    await world.runJobs()
    expect(await world.inbox(other)).toEqual([])
  },
)

test('EC-08 API-07 the own verified number is phone_already_verified, another one waits for its code beside it', async () => {
  const { user, bearer } = await world.join({ tier: 0 })
  for (const input of [{}, { phone: user.phone }]) {
    expect(await world.call('requestPhoneCode', input, { bearer })).toMatchObject({
      status: 409,
      code: 'phone_already_verified',
    })
  }
  expect(await world.call('registerPhone', { phone: aPhone() }, { bearer })).toMatchObject({
    code: 'phone_already_verified',
  })
  expect(await world.call('requestPhoneCode', { phone: aPhone() }, { bearer })).toMatchObject({ status: 200 })
  expect((await world.call('me', {}, { bearer })).data).toMatchObject({ phone: user.phone, phoneVerified: true })
})

test('API-07 another number may be given while none is verified; the code of the first is dead', async () => {
  const { bearer } = await world.join()
  const [first, second] = [aPhone(), aPhone()]
  await world.call('registerPhone', { phone: first }, { bearer })
  const old = await world.newestTo(first)
  await world.call('requestPhoneCode', { phone: second }, { bearer })
  const fresh = await world.newestTo(second)
  if (old.code !== fresh.code)
    expect((await world.call('confirmPhone', { code: old.code }, { bearer })).status).toBe(400)
  expect((await world.call('confirmPhone', { code: fresh.code }, { bearer })).data.phone).toBe(second)
})

test('of a code that is sent again while another number is given, the newest works', async () => {
  const { user, bearer } = await world.join()
  const [first, second] = [aPhone(), aPhone()]
  await world.call('registerPhone', { phone: first }, { bearer })
  await world.runJobs()
  const calls = await world.services.db.transaction().execute(async (holding) => {
    await holding.selectFrom('users').select('tier').where('owner_id', '=', user.id).forUpdate().execute()
    const given = world.call('requestPhoneCode', { phone: second }, { bearer })
    await untilWaiting(world.database, 1)
    const again = world.call('requestPhoneCode', {}, { bearer })
    await untilWaiting(world.database, 2)
    return [given, again]
  })
  for (const call of calls) expect((await call).status).toBe(200)
  const { code } = await world.newestTo(first)
  expect((await world.call('confirmPhone', { code }, { bearer })).data.phone).toBe(first)
})

test.each(['+1305555123', '+130555512345', '+525555512345', '305-555-1234', '+10055512345'])(
  'EC-30 V-11 the number %s is invalidPhoneNumber',
  async (phone) => {
    const { bearer } = await world.join()
    for (const key of ['registerPhone', 'requestPhoneCode'] as const) {
      expect(await world.call(key, { phone }, { bearer })).toMatchObject({ status: 400, code: 'invalidPhoneNumber' })
    }
  },
)

test('EC-30 asking for a code with no number known is invalidPhoneNumber', async () => {
  const { bearer } = await world.join()
  expect(await world.call('requestPhoneCode', {}, { bearer })).toMatchObject({
    status: 400,
    code: 'invalidPhoneNumber',
  })
})

test('API-07 three messages an hour for an account, to whatever numbers', async () => {
  const { bearer } = await world.join()
  for (let n = 0; n < 3; n += 1) await world.call('registerPhone', { phone: aPhone() }, { bearer })
  expect(await world.call('registerPhone', { phone: aPhone() }, { bearer })).toMatchObject({
    status: 429,
    code: 'tooManyRequests',
  })
})

test('API-07 ten messages a day for an account, to whatever numbers and however they are spread', async () => {
  const { user } = await world.join()
  const send = async () => world.call('requestPhoneCode', { phone: aPhone() }, { bearer: await world.bearerOf(user) })
  for (let n = 1; n <= 10; n += 1) {
    expect((await send()).status).toBe(200)
    if (n % 3 === 0) world.advance(61)
  }
  expect(await send()).toMatchObject({ status: 429, code: 'tooManyRequests' })
  world.advance(22 * 60)
  expect((await send()).status).toBe(200)
})

test('what strangers send to a number is bounded, and leaves its holder a code and one more', async () => {
  const phone = aPhone()
  const send = (bearer: string) => world.call('registerPhone', { phone }, { bearer })
  const statuses: number[] = []
  for (let stranger = 0; stranger < 11; stranger += 1) {
    const { bearer } = await world.join()
    for (let n = 0; n < 3; n += 1) statuses.push((await send(bearer)).status)
  }
  expect(statuses.slice(0, 30)).toEqual(Array<number>(30).fill(200))
  expect(statuses.slice(30)).toEqual([200, 200, 429])
  const { bearer } = await world.join()
  expect((await send(bearer)).status).toBe(200)
  expect((await send(bearer)).status).toBe(200)
  const { code } = await world.newestTo(phone)
  expect(await world.call('confirmPhone', { code }, { bearer })).toMatchObject({ status: 200 })
})

test('no code and no address is readable in the job table', async () => {
  const { user, bearer } = await world.join()
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  await world.call('requestEmailCode', {}, { bearer })
  const { withClient } = await import('#platform/db/pool.ts')
  const rows = await withClient(
    world.database.superuserUrl,
    async (client) => (await client.query('select payload from graphile_worker._private_jobs')).rows,
  )
  const text = JSON.stringify(rows)
  await world.runJobs()
  const [sms] = await world.inbox(phone)
  const [letter] = await world.inbox(user.email)
  for (const secret of [phone, user.email, sms!.code!, letter!.code!]) expect(text).not.toContain(secret)
})

test('acceptTerms records version and language, raises the tier when that was what was missing, and knows no other version', async () => {
  const { user, bearer } = await world.join({ emailVerified: true, phoneVerified: true })
  expect(await world.call('acceptTerms', { version: '1999', lang: 'en' }, { bearer })).toMatchObject({
    status: 400,
    code: 'invalidRequest',
  })
  expect(await world.call('acceptTerms', { version: TERMS_VERSION, lang: 'fr' }, { bearer })).toMatchObject({
    status: 400,
    code: 'invalidLanguage',
  })
  expect(await world.call('acceptTerms', { version: TERMS_VERSION, lang: 'ko' }, { bearer })).toMatchObject({
    status: 200,
    data: { tCAccepted: true, version: TERMS_VERSION },
  })
  expect((await world.call('acceptTerms', { version: TERMS_VERSION, lang: 'en' }, { bearer })).status).toBe(200)
  expect(await world.rowOf(user)).toMatchObject({ tier: 0, terms_version: TERMS_VERSION })
})

test('where no SMS is sent, a code is serviceUnavailable and nothing is stored', async () => {
  const { user, bearer } = await world.join()
  const { sms } = world.services.config
  world.services.config.sms = 'off'
  const answer = await world.call('registerPhone', { phone: aPhone() }, { bearer })
  world.services.config.sms = sms
  expect(answer).toMatchObject({ status: 503, code: 'serviceUnavailable' })
  expect(await world.rowOf(user)).toMatchObject({ phone_sealed: null, terms_version: null })
})

/** As if the clock that the person's codes were made by had been set back by so much since. */
const setBack = (ownerId: string, hours: number) =>
  sql`update contact_codes set created_at = (created_at at time zone 'UTC' + ${hours} * interval '1 hour') at time zone 'UTC',
             expires_at = (expires_at at time zone 'UTC' + ${hours} * interval '1 hour') at time zone 'UTC' where owner_id = ${ownerId}`.execute(
    world.services.db,
  )

test('T9 a code that was answered as over stays over when the clock is set back', async () => {
  const { user, bearer } = await world.join()
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  world.advance(10)
  const later = { bearer: await world.bearerOf(user) }
  const over = { status: 422, code: 'phoneConfirmationCode' }
  expect(await world.call('confirmPhone', { code }, later)).toMatchObject(over)
  await setBack(user.id, 1)
  expect(await world.call('confirmPhone', { code }, later)).toMatchObject(over)
})

test('T9 a new code counts although an older one was made by a clock that was days ahead', async () => {
  const { user, bearer } = await world.join()
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  await world.newestTo(phone)
  await setBack(user.id, 72)
  await world.call('requestPhoneCode', {}, { bearer })
  const { code } = await world.newestTo(phone)
  expect(await world.call('confirmPhone', { code }, { bearer })).toMatchObject({ data: { phoneVerified: true } })
})
