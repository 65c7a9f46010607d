import { expect, test } from 'vitest'
import { aPhone, aUser, putInDoubt, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'
import { dayIn } from './profile-rules.ts'

const app = appOfFile()

const aPerson = async (options: Parameters<typeof aUser>[1] = { tier: 0 }) => {
  const user = await aUser(app.services, options)
  const { authorization } = await signedIn(app.services, user)
  return { ...user, bearer: authorization.slice('Bearer '.length) }
}

const ADDRESS = { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }

test('PM-02 API-10 EU-03 EU-04 EU-05 EU-07 EU-08 clients/me tells the person and nothing secret', async () => {
  const person = await aPerson({ tier: 1, fullName: 'Núria Paz' })
  const other = await aPerson({ tier: 1, fullName: 'Otra Persona' })
  const phone = aPhone()
  expect((await app.call('requestPhoneCode', { phone }, { bearer: person.bearer })).status).toBe(200)
  await app.runJobs()
  const [message] = await app.control<{ code: string }[]>('GET', `/inbox?to=${encodeURIComponent(phone)}`)
  expect(message?.code).toMatch(/^\d{6}$/)
  await withBalance(app.services, person, 500)
  const { data, status } = await app.call('me', undefined, { bearer: person.bearer })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    userID: person.userId,
    email: person.email,
    emailVerified: true,
    phone: person.phone,
    phoneVerified: true,
    userName: 'Núria Paz',
    fullName: 'Núria Paz',
    publicTransactionId: person.handle,
    wallet: { USD: 500 },
    held: { USD: 0 },
    termsAccepted: true,
    tCAccepted: true,
    business: false,
    status: 'open',
    KYC: { tier: 1 },
  })
  expect(data.notifications).toEqual({})
  const text = JSON.stringify(data)
  expect(text).not.toMatch(/argon2|password|code/i)
  for (const foreign of [message!.code, phone, other.email, other.userId, other.handle, other.phone, 'Otra Persona'])
    expect(text).not.toContain(foreign)
})

test('EU-01 the user id stays through sessions and changes, cannot be guessed from another, and is never given again', async () => {
  const person = await aPerson({ fullName: 'Ana Paz' })
  const idOf = async (bearer: string) => (await app.call('me', undefined, { bearer })).data.userID
  const id = await idOf(person.bearer)
  expect(id).toMatch(/^usr_[0-9a-f]{32}$/)
  await app.call('updateProfile', { fullName: 'Ana Sol' }, { bearer: person.bearer })
  await app.call('changeHandle', { publicTransactionId: 'ana.sol-opaque' }, { bearer: person.bearer })
  const again = (await signedIn(app.services, person)).authorization.slice('Bearer '.length)
  expect(await idOf(again)).toBe(id)
  // A person who knows one and the moment of the next still lacks the digits at its end, which are drawn for each id.
  const made = Array.from({ length: 200 }, () => newId())
  expect(new Set(made.map((one) => one.slice(-8))).size).toBe(200)
  expect((await app.call('closeAccount', {}, { bearer: again })).status).toBe(200)
  const successor = await aPerson({ email: person.email })
  expect(await idOf(successor.bearer)).not.toBe(id)
})

test('clients/me says where the live stream stood, so that a stream resumed there misses nothing', async () => {
  const person = await aPerson()
  const { data: before } = await app.call('me', undefined, { bearer: person.bearer })
  await app.call('updateProfile', { lang: 'ko' }, { bearer: person.bearer })
  const { data } = await app.call('livePoll', { after: String(before.lastEventId) }, { bearer: person.bearer })
  expect(data.events.map(({ event }) => event)).toEqual(['me'])
  const { data: after } = await app.call('me', undefined, { bearer: person.bearer })
  expect(after.lastEventId).toBe(data.last)
})

test('API-12 EU-06 EU-16 EU-19 a change is stored, and the open page gets an event', async () => {
  const person = await aPerson()
  const answer = await app.call(
    'updateProfile',
    { lang: 'ko', address: ADDRESS, birthday: '1990-02-28', nationality: 'KR', fullName: '김민수' },
    { bearer: person.bearer },
  )
  expect(answer.data).toMatchObject({
    lang: 'ko-KR',
    address: ADDRESS,
    birthday: '1990-02-28',
    fullName: '김민수',
    email: person.email,
    emailVerified: true,
    phone: person.phone,
    phoneVerified: true,
    publicTransactionId: person.handle,
    image: null,
    tCAccepted: true,
  })
  const me = (await app.call('me', undefined, { bearer: person.bearer })).data
  expect(me).toMatchObject({
    lang: 'ko-KR',
    address: ADDRESS,
    birthday: '1990-02-28',
    nationality: 'KR',
    fullName: '김민수',
  })
  const { events } = (await app.call('livePoll', { after: '0' }, { bearer: person.bearer })).data
  expect(events.some(({ event }) => event === 'me')).toBe(true)
})

test('EU-09 a birthday is the same day wherever it is entered and read', async () => {
  const person = await aPerson()
  const from = (zone: string) => ({ bearer: person.bearer, headers: { 'time-zone': zone } })
  await app.call('updateProfile', { birthday: '1990-03-01' }, from('Pacific/Kiritimati'))
  for (const zone of ['Pacific/Honolulu', 'Asia/Seoul', 'America/New_York'])
    expect((await app.call('me', undefined, from(zone))).data.birthday).toBe('1990-03-01')
})

test('V-30 EC-27 someone comes of age with the day of their own zone: these two are a whole day apart', async () => {
  const day = dayIn(app.clock.now(), 'Pacific/Kiritimati')
  const birthday = `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
  const entered = async (zone: string) => {
    const { bearer } = await aPerson()
    return app.call('updateProfile', { birthday }, { bearer, headers: { 'time-zone': zone } })
  }
  expect((await entered('Pacific/Kiritimati')).status).toBe(200)
  expect(await entered('Pacific/Honolulu')).toMatchObject({ status: 400, code: 'invalidBirthDay' })
})

test('P12 birthday, address and phone are unreadable in the database', async () => {
  const person = await aPerson()
  await app.call('updateProfile', { address: ADDRESS, birthday: '1990-02-28' }, { bearer: person.bearer })
  const { rows } = await app.services.db.pool.query('select to_jsonb(u) as row from users u where owner_id = $1', [
    person.id,
  ])
  const text = JSON.stringify(rows)
  for (const secret of ['1990-02-28', '1 Main St', '78701', person.phone ?? 'none']) expect(text).not.toContain(secret)
})

test.each([
  ['EC-24', { fullName: '' }, 'fullNameMissing'],
  ['EC-22', { fullName: 'A$b' }, 'invalidName'],
  ['EC-23', { fullName: 'A' }, 'invalidFullName'],
  ['EC-25', { kyc: true, birthday: '1990-02-28' }, 'fullBName'],
  ['EC-25', { kyc: true, fullName: ' ', birthday: '1990-02-28' }, 'fullBName'],
  ['V-22 EC-26', { address: { ...ADDRESS, city: '' } }, 'addressMissing'],
  ['EC-26', { kyc: true, fullName: 'Ana Ruiz', birthday: '1990-02-28', nationality: 'US' }, 'addressMissing'],
  ['EC-58', { address: { ...ADDRESS, zipCode: '10001' } }, 'invalidZipCode'],
  ['V-21', { address: { ...ADDRESS, zipCode: '7870' } }, 'invalidZipCode'],
  ['V-21', { address: { ...ADDRESS, zipCode: 'ABCDE' } }, 'invalidZipCode'],
  ['EC-27', { birthday: '2015-01-01' }, 'invalidBirthDay'],
  ['EC-27', { birthday: '1990-02-30' }, 'invalidBirthDay'],
  ['EC-27', { birthday: '2999-01-01' }, 'invalidBirthDay'],
  ['EC-27', { birthday: '1890-01-01' }, 'invalidBirthDay'],
  ['EC-28', { lang: 'pt' }, 'invalidLanguage'],
  ['P-01 EC-29 PM-02', { business: true }, 'invalidRole'],
  ['EC-30', { phone: '+12125550100' }, 'invalidPhoneNumber'],
  ['PM-02 API-12 EC-34', { tier: 2 }, 'invalidRequest'],
  ['EC-34', { nationality: 'ZZ' }, 'invalidRequest'],
])('%s updateProfile with %j is refused with %s and changes nothing', async (_id, body, code) => {
  const person = await aPerson()
  const before = (await app.call('me', undefined, { bearer: person.bearer })).data
  const answer = await app.raw('updateProfile', body, { bearer: person.bearer })
  expect(answer).toMatchObject({ status: 400, code })
  expect((await app.call('me', undefined, { bearer: person.bearer })).data).toEqual(before)
})

test('from tier 1 on what the identity check looked at stays; saying it again is no change', async () => {
  const person = await aPerson()
  const say = (body: object) => app.raw('updateProfile', body, { bearer: person.bearer })
  expect((await say({ address: ADDRESS, nationality: 'US' })).status).toBe(200)
  await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', person.id).execute()
  for (const [field, value] of Object.entries({ address: { ...ADDRESS, line1: '2 Main St' }, nationality: 'KR' }))
    expect(await say({ [field]: value })).toMatchObject({
      code: 'invalidRequest',
      details: { field, reason: 'verified' },
    })
  expect((await say({ address: ADDRESS, nationality: 'US', lang: 'es' })).status).toBe(200)
})

test('the own phone may be named again without effect', async () => {
  const person = await aPerson()
  const answer = await app.call('updateProfile', { phone: person.phone ?? '' }, { bearer: person.bearer })
  expect(answer).toMatchObject({ status: 200, data: { phone: person.phone, phoneVerified: true } })
})

test('EC-33 the third change of the name is refused', async () => {
  const person = await aPerson()
  const rename = (fullName: string) => app.call('updateProfile', { fullName }, { bearer: person.bearer })
  expect((await rename('Ana Uno')).status).toBe(200)
  expect((await rename('Ana Dos')).status).toBe(200)
  expect(await rename('Ana Tres')).toMatchObject({ status: 422, code: 'fullNameChangesExceeded' })
})

test('EC-33 five changes of the name at once are two', async () => {
  const person = await aPerson()
  const names = ['Ana Uno', 'Ana Dos', 'Ana Tres', 'Ana Cuatro', 'Ana Cinco']
  const answers = await Promise.all(
    names.map((fullName) => app.call('updateProfile', { fullName }, { bearer: person.bearer })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422, 422])
})

test('a frozen account still chooses the language that it is helped in', async () => {
  const person = await aPerson()
  await app.services.db.pool.query(`update users set status = 'frozen' where owner_id = $1`, [person.id])
  const answer = await app.call('updateProfile', { lang: 'es' }, { bearer: person.bearer })
  expect(answer).toMatchObject({ status: 200, data: { lang: 'es-US' } })
})

test('the language is chosen while it is in doubt whose the account is, and its owner is notified of it', async () => {
  const person = await aPerson()
  await putInDoubt(app.services, person.id)
  const as = { bearer: person.bearer }
  expect((await app.call('changePreferences', { lang: 'es' }, as)).status).toBe(200)
  expect((await app.call('me', undefined, as)).data.lang).toBe('es-US')
  // How long a payment can be undone protects money.
  const undone = await app.call('changePreferences', { undoMinutes: 60 }, as)
  expect(undone).toMatchObject({ code: 'accountRestricted', details: { reason: 'ownerInDoubt' } })
  await app.runJobs()
  const { items } = (await app.call('listNotifications', { limit: '1' } as never, as)).data
  expect(items).toMatchObject([{ kind: 'profileUpdated', variant: 'language' }])
})

test('EC-32 the second change of the birthday is refused, and from tier 1 on the first', async () => {
  const person = await aPerson()
  const move = (birthday: string, bearer = person.bearer) => app.call('updateProfile', { birthday }, { bearer })
  expect((await move('1990-01-01')).status).toBe(200)
  expect((await move('1990-01-02')).status).toBe(200)
  expect(await move('1990-01-03')).toMatchObject({ status: 422, code: 'birthdayChangesExceeded' })
  const verified = await aPerson({ tier: 1 })
  expect(await move('1991-01-01', verified.bearer)).toMatchObject({ status: 422, code: 'birthdayChangesExceeded' })
})

test('EC-06 the name and birth step needs verified contacts', async () => {
  const person = await aPerson({ tier: -1 })
  const legal = { kyc: true, fullName: 'Ana Ruiz', birthday: '1990-02-28', nationality: 'US', address: ADDRESS }
  expect(await app.call('updateProfile', legal, { bearer: person.bearer })).toMatchObject({
    status: 403,
    code: 'emailNotVerified',
  })
})

test('the balance stays hidden with the account: the choice is kept, returned by clients/me, and changed by no one else', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  expect((await app.call('preferences', undefined, { bearer: person.bearer })).data.hideBalance).toBe(false)
  const hidden = await app.call('changePreferences', { hideBalance: true }, { bearer: person.bearer })
  expect(hidden.data.hideBalance).toBe(true)
  expect((await app.call('changePreferences', {}, { bearer: person.bearer })).data.hideBalance).toBe(true)
  expect((await app.call('me', undefined, { bearer: person.bearer })).data).toMatchObject({ hideBalance: true })
  expect((await app.call('me', undefined, { bearer: other.bearer })).data).toMatchObject({ hideBalance: false })
})

test('SC-12 colours, cards, tour and statistics are kept with the account; what is left out stays, and the other screens are told', async () => {
  const person = await aPerson()
  const as = { bearer: person.bearer }
  const shown = (card: 'people' | 'latest' | 'limits' | 'history') => ({ card, shown: true })
  const first = (await app.call('preferences', undefined, as)).data
  expect(first).toEqual({
    hideBalance: false,
    theme: 'system',
    dashboard: [shown('people'), shown('latest'), shown('limits'), shown('history')],
    transactionsTutorial: true,
    analytics: null,
    undoMinutes: 0,
  })
  await app.call('changePreferences', { theme: 'dark', transactionsTutorial: false }, as)
  // A card that is not named keeps its place behind those that are.
  const dashboard = [shown('history'), { card: 'people' as const, shown: false }]
  const { data } = await app.call('changePreferences', { dashboard, analytics: false }, as)
  expect(data).toEqual({
    hideBalance: false,
    theme: 'dark',
    dashboard: [...dashboard, shown('latest'), shown('limits')],
    transactionsTutorial: false,
    analytics: false,
    undoMinutes: 0,
  })
  expect((await app.call('me', undefined, as)).data.preferences).toEqual(data)
  const { events } = (await app.call('livePoll', { after: '0' }, as)).data
  expect(events.at(-1)).toMatchObject({ event: 'me', data: { fields: ['dashboard', 'analytics'] } })
})

test.each([
  [{ theme: 'sepia' }],
  [{ dashboard: [{ card: 'stocks', shown: true }] }],
  [
    {
      dashboard: [
        { card: 'people', shown: true },
        { card: 'people', shown: false },
      ],
    },
  ],
  [{ undoMinutes: 5 }],
])('preferences %j are refused', async (body) => {
  const { bearer } = await aPerson()
  expect(await app.raw('changePreferences', body, { bearer })).toMatchObject({ status: 400, code: 'invalidRequest' })
})

test('clients/me counts the changes that are left, and none of what has been proved', async () => {
  const left = async (bearer: string) => (await app.call('me', undefined, { bearer })).data.changesLeft
  const person = await aPerson()
  const all = { fullName: 2, birthday: 1, username: 1, address: 1, nationality: 1, business: 0 }
  const say = (body: object) => app.raw('updateProfile', body, { bearer: person.bearer })
  await say({ fullName: 'Ana Uno' })
  expect(await left(person.bearer)).toMatchObject({ ...all, fullName: 1 })
  await say({ birthday: '1990-01-01' })
  await say({ birthday: '1990-01-02' })
  expect(await left(person.bearer)).toEqual({ ...all, fullName: 1, birthday: 0 })
  await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', person.id).execute()
  expect(await left(person.bearer)).toEqual({
    fullName: 0,
    birthday: 0,
    username: 1,
    address: 0,
    nationality: 0,
    business: 0,
  })
})
