import { kycPromise, LANGUAGES, LEGAL_SLUGS } from '@puente/contract'
import { expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import { newId } from '#platform/ids.ts'
import { contentTasks } from './tasks.ts'
import { appOfFile } from '#test/suite.ts'
import { TERMS_VERSION } from './index.ts'

const app = appOfFile()

test('the configuration tells names, constants, fees and rails before anybody signs in', async () => {
  const { status, data } = await app.call('config')
  expect(status).toBe(200)
  expect(data).toMatchObject({
    brand: { appName: 'Puente', cardProviderSlug: 'stripe' },
    session: { sessionIdleMinutes: 15, sessionAbsoluteMinutes: 720 },
    inactivity: { idleMinutes: 10, countdownMinutes: 2, logoutDelaySeconds: 3, activityThrottleMs: 10_000 },
    freeOperations: 3,
    termsVersion: TERMS_VERSION,
    rails: expect.arrayContaining([
      { rail: 'inApp', on: true, text: null, until: null, alternatives: [] },
      { rail: 'card', on: true, text: null, until: null, alternatives: [] },
    ]),
  })
  expect(data.fees).toContainEqual({ operation: 'stripe', fromCents: 0, bps: 290, fixedCents: 30 })
})

test('the sandbox is named, with its inbox and its identity reviewer, while it plays any party', async () => {
  const { data } = await app.call('config')
  expect(data.sandbox).toMatchObject({
    rails: ['ach', 'card', 'paypal', 'zelle', 'kyc', 'mail', 'sms'],
    inboxUrl: expect.stringMatching(/\/inbox$/),
    reviewerUrl: expect.stringMatching(/\/kyc$/),
  })
})

test('a later fee row replaces the earlier of the same threshold, from its day on', async () => {
  const { superuserUrl } = app.database
  const { withClient } = await import('#platform/db/pool.ts')
  await withClient(superuserUrl, async (client) => {
    await client.query(
      `insert into fee_rows values ('zelle', 0, 50, 0, now() - interval '1 day'), ('zelle', 0, 10, 0, now() + interval '1 year')`,
    )
  })
  const { data } = await app.call('config')
  expect(data.fees.filter(({ operation }: { operation: string }) => operation === 'zelle')).toEqual([
    { operation: 'zelle', fromCents: 0, bps: 50, fixedCents: 0 },
  ])
})

test.each(LANGUAGES.flatMap((lang) => LEGAL_SLUGS.map((slug) => [slug, lang] as const)))(
  'the text %s is whole in %s',
  async (slug, lang) => {
    const { status, data } = await app.call('legal', { slug, lang })
    expect(status).toBe(200)
    expect(data).toMatchObject({ slug, lang, version: TERMS_VERSION, effectiveFrom: TERMS_VERSION })
    const english = (await app.call('legal', { slug, lang: 'en' })).data
    expect(data.sections).toHaveLength(english.sections.length)
    if (lang !== 'en') expect(data.sections[0]?.text).not.toBe(english.sections[0]?.text)
  },
)

test('EC-28 an unknown slug is notFound, an unknown language invalidLanguage, a stored language is understood', async () => {
  expect(await app.raw('legal', { slug: 'cookies', lang: 'en' })).toMatchObject({ status: 404, code: 'notFound' })
  expect(await app.call('legal', { slug: 'terms', lang: 'fr' })).toMatchObject({
    status: 400,
    code: 'invalidLanguage',
  })
  expect((await app.call('legal', { slug: 'terms', lang: 'ko-KR' })).data.lang).toBe('ko')
})

test('a usage event is kept with its route pattern and without who it was', async () => {
  const bearer = (await signedIn(app.services, await aUser(app.services))).authorization.slice('Bearer '.length)
  await app.call('changePreferences', { analytics: true }, { bearer })
  await app.call('events', { name: 'page_view', props: { route: '/movements/detail' } }, { bearer })
  await app.call('events', { name: 'logout_inactivityTracker' })
  const rows = await app.services.db.selectFrom('usage_events').selectAll().orderBy('id').execute()
  expect(rows.map(({ name, props, signed_in }) => ({ name, props, signed_in }))).toEqual([
    { name: 'page_view', props: { route: '/movements/detail' }, signed_in: true },
    { name: 'logout_inactivityTracker', props: {}, signed_in: false },
  ])
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['at', 'id', 'name', 'props', 'signed_in'])
})

test('nothing is kept of a person before they say yes, nor after they say no', async () => {
  const { authorization } = await signedIn(app.services, await aUser(app.services))
  const bearer = authorization.slice('Bearer '.length)
  const route = '/settings/dashboard'
  const kept = async () => {
    await app.call('events', { name: 'page_view', props: { route } }, { bearer })
    const rows = await app.services.db.selectFrom('usage_events').select('props').execute()
    return rows.filter(({ props }) => (props as { route?: string }).route === route).length
  }
  expect(await kept()).toBe(0)
  await app.call('changePreferences', { analytics: true }, { bearer })
  expect(await kept()).toBe(1)
  await app.call('changePreferences', { analytics: false }, { bearer })
  expect(await kept()).toBe(1)
})

test.each(LANGUAGES)('the questions in %s are those of English, each with its answer', async (lang) => {
  const ids = async (language: string) =>
    (await app.call('faqs', { lang: language })).data.items.map(({ id, topic }) => `${topic}/${id}`)
  expect(await ids(lang)).toEqual(await ids('en'))
  const { items } = (await app.call('faqs', { lang })).data
  expect(items.filter(({ question, answer }) => question === '' || /[{}]/.test(answer))).toEqual([])
})

test.each(LANGUAGES)('ST-14 A-13 answers and the text about the check promise the same times in %s', async (lang) => {
  const { usualHours, usualBusinessDays, upToBusinessDaysFrom, upToBusinessDaysTo } = kycPromise
  const promised = [usualHours, usualBusinessDays, upToBusinessDaysFrom, upToBusinessDaysTo]
  const { items } = (await app.call('faqs', { lang })).data
  const { sections } = (await app.call('legal', { slug: 'kyc', lang })).data
  for (const text of [items.find(({ id }) => id === 'review-time')?.answer, sections[3]?.text])
    expect(text?.match(/\d+/g)?.map(Number)).toEqual(promised)
})

test('a search finds the questions that have every word of it, without regard to case and accents', async () => {
  const found = async (lang: string, search: string) =>
    (await app.call('faqs', { lang, search })).data.items.map(({ id }) => id)
  expect(await found('es', 'comision TARJETA')).toEqual(['add-money', 'fees'])
  expect(await found('en', 'username')).toContain('username')
  expect(await found('ko', '아이디 한 번')).toContain('username')
  for (const word of ['receipt', 'statement', 'rewards', 'invite', 'scam', 'notifications'])
    expect(await found('en', word)).toContain(word)
  expect(await found('en', 'wrong person')).toContain('scam')
  expect(await found('en', 'dispute a payment')).toContain('report')
  expect(await found('es', 'recibo')).toContain('receipt')
  expect(await found('ko', '영수증')).toContain('receipt')
  expect(await found('en', 'unicorn')).toEqual([])
  expect(await found('en', '´')).toEqual([])
  expect(await found('en', ' ')).toHaveLength((await found('en', '')).length)
  expect(await app.raw('faqs', { lang: 'fr' })).toMatchObject({ status: 400, code: 'invalidLanguage' })
})

test('usage events are deleted after half a year', async () => {
  const { db, clock } = app.services
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const event = { name: 'page_view', props: '{}', signed_in: false }
  const [old, recent] = [newId(), newId()]
  await db
    .insertInto('usage_events')
    .values([
      { ...event, id: old, at: ago(181) },
      { ...event, id: recent, at: ago(179) },
    ])
    .execute()
  await contentTasks(app.services)['usage-events.prune']()
  const rows = await db.selectFrom('usage_events').select('id').execute()
  expect(rows).toContainEqual({ id: recent })
  expect(rows).not.toContainEqual({ id: old })
})

test('an unknown usage event is invalidType; one that is too long, or says more than a place and a kind, invalidRequest', async () => {
  expect(await app.raw('events', { name: 'purchase' })).toMatchObject({ status: 400, code: 'invalidType' })
  const refused = { status: 400, code: 'invalidRequest' }
  for (const props of [
    { route: `/${'x'.repeat(80)}` },
    { route: 7 },
    { deep: { a: 1 } },
    { note: 'rent' },
    // What tells who it was, or what they did: an id, a username, a code, a query, a name, an amount, an email.
    { route: '/movements/txn_0190a0a0a0a07a0a8a0a0a0a0a0a0a0a' },
    { route: '/u/maria.lopez-7f3k' },
    { route: '/pay/7F3K9Q2M' },
    { route: '/reset-password?token=abc' },
    { screen: 'María López' },
    { kind: '2500' },
    { place: 'maria@example.com' },
  ])
    expect(await app.raw('events', { name: 'page_view', props }), JSON.stringify(props)).toMatchObject(refused)
})

test('health says that the server answers and nothing else', async () => {
  expect((await app.call('health')).data).toEqual({ ok: true })
})
