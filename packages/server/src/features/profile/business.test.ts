import { expect, test } from 'vitest'
import { updateAccountRow } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

const aPerson = async (options: Parameters<typeof aUser>[1] = { tier: 0, business: true }) => {
  const user = await aUser(app.services, options)
  const { authorization } = await signedIn(app.services, user)
  return { ...user, bearer: authorization.slice('Bearer '.length) }
}
type Person = Awaited<ReturnType<typeof aPerson>>

const EIN = '83-4719205'
const DIGITS = '834719205'
const shop = { businessName: 'Faro & Hijos, Inc.', ein: EIN, kind: 'llc' } as const
const tell = ({ bearer }: Person, change: Partial<Record<keyof typeof shop, string>> = {}) =>
  app.call('businessProfile', { ...shop, ...change } as typeof shop, { bearer })
const me = async ({ bearer }: Person) => (await app.call('me', undefined, { bearer })).data
const raise = ({ id }: Person, tier: number) => {
  const { db, keys, clock } = app.services
  return transaction(db, 'raise', (trx) => updateAccountRow(trx, keys, id, { tier }, clock.now()))
}

test('a business tells name, EIN and kind; others see its name, and its owner the end of the EIN', async () => {
  const [business, other] = [await aPerson(), await aPerson({ tier: 1 })]
  expect(await me(business)).toMatchObject({ business: true, businessProfile: null, changesLeft: { business: 1 } })
  const shown = { name: 'Faro & Hijos, Inc.', einLast4: '9205', kind: 'llc' }
  const told = await tell(business)
  expect(told).toMatchObject({ status: 200, data: { business: shown } })
  expect(await me(business)).toMatchObject({ fullName: business.fullName, businessProfile: shown })
  const { data: live } = await app.call('livePoll', { after: '0' }, { bearer: business.bearer })
  expect(live.events.at(-1)).toMatchObject({ event: 'me', data: { fields: ['businessProfile'] } })
  const find = { publicTransactionId: business.handle }
  const found = async () => (await app.call('publicProfile', find, { bearer: other.bearer })).data
  const asFound = { fullName: 'Faro & Hijos, Inc.', business: true }
  expect(await found()).toMatchObject(asFound)
  const search = { search: 'faro & hijos, inc.' }
  expect((await app.call('search', search, { bearer: other.bearer })).data.items).toMatchObject([asFound])
  // On the receipts of the other as well, while the business reads its owner's name as its own.
  await withBalance(app.services, other, 500)
  const send = { toUser: business.handle, amount: 500, currency: 'USD' } as const
  expect((await app.call('sendInApp', send, { bearer: other.bearer, key: newId() })).status).toBe(200)
  const newest = async ({ bearer }: Person) => (await app.call('listTransactions', {}, { bearer })).data.items[0]
  expect(await newest(other)).toMatchObject({
    fullName: 'Faro & Hijos, Inc.',
    toName: 'Faro & Hijos, Inc.',
    business: true,
  })
  expect(await newest(business)).toMatchObject({ toName: business.fullName })
  const frequents = await app.call('frequents', undefined, { bearer: other.bearer })
  expect(frequents.data.items).toMatchObject([asFound])
  // Its owner's name stays the owner's: a change of it shows nowhere else.
  await app.call('updateProfile', { fullName: 'Another Owner' }, { bearer: business.bearer })
  expect(await me(business)).toMatchObject({ fullName: 'Another Owner', businessProfile: shown })
  expect(await found()).toMatchObject({ fullName: 'Faro & Hijos, Inc.' })
})

test('the raw EIN is in no answer, in no row and in no line of the audit trail', async () => {
  const business = await aPerson()
  const answers = [
    await tell(business),
    await tell(business),
    await app.call('me', undefined, { bearer: business.bearer }),
  ]
  expect(JSON.stringify(answers.map(({ data }) => data))).not.toMatch(/834719205|83-4719205/)
  const { db } = app.services
  const row = await db.selectFrom('users').selectAll().where('owner_id', '=', business.id).executeTakeFirstOrThrow()
  const audited = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_id', '=', business.id)
    .where('action', '=', 'business.changed')
    .execute()
  // A repeat changes nothing, and leaves no second line.
  expect(audited).toHaveLength(1)
  expect(audited[0]).toMatchObject({ result: 'done', details: { fields: 'businessName,ein,kind' } })
  const events = await db.selectFrom('live_events').selectAll().where('owner_id', '=', business.id).execute()
  const kept = JSON.stringify([row, audited, events], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  expect(kept).not.toContain(DIGITS)
  expect(row.ein_sealed).toMatch(/^v1\./)
})

test('the account of a person has no such data', async () => {
  const person = await aPerson({ tier: 0 })
  expect(await tell(person)).toMatchObject({ status: 400, code: 'invalidRole', details: { reason: 'individual' } })
  expect(await me(person)).toMatchObject({ businessProfile: null, changesLeft: { business: 0 } })
})

test('once the identity is checked it stays as it is; what was left out can still be given, once', async () => {
  const business = await aPerson()
  await raise(business, 1)
  expect((await tell(business)).status).toBe(200)
  expect((await me(business)).changesLeft.business).toBe(0)
  expect((await tell(business)).status).toBe(200)
  for (const change of [{ businessName: 'Faro Dos' }, { ein: '12-3456789' }, { kind: 'nonprofit' }])
    expect(await tell(business, change)).toMatchObject({ code: 'invalidRole', details: { reason: 'verified' } })
  expect((await me(business)).businessProfile).toEqual({ name: 'Faro & Hijos, Inc.', einLast4: '9205', kind: 'llc' })
})

test('two tabs that save at once leave one of the two, whole', async () => {
  const business = await aPerson()
  const both = await Promise.all([
    tell(business, { businessName: 'Faro Uno', ein: '12-3456789' }),
    tell(business, { businessName: 'Faro Dos', ein: '98-7654321', kind: 'nonprofit' }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect([
    { name: 'Faro Uno', einLast4: '6789', kind: 'llc' },
    { name: 'Faro Dos', einLast4: '4321', kind: 'nonprofit' },
  ]).toContainEqual((await me(business)).businessProfile)
})

test.each([
  ['businessName', 'A', 'invalidName', 'business'],
  ['businessName', '<b>Faro</b>', 'invalidName', 'business'],
  ['businessName', '& - .', 'invalidName', 'business'],
  ['businessName', 'Fаro Shop', 'invalidName', 'mixedScripts'],
  ['businessName', 'Puente Support', 'invalidName', 'reserved'],
  ['businessName', 'WWW.tienda.com', 'invalidName', 'webAddress'],
  ['businessName', 'https://tienda.com', 'invalidName', 'webAddress'],
  ['businessName', 'tienda.com/hoy', 'invalidName', 'business'],
  ['ein', '12345678', 'invalidRequest', 'ein'],
  ['ein', '123-456789', 'invalidRequest', 'ein'],
  ['ein', '07-3456789', 'invalidRequest', 'einPrefix'],
])('a business with the %s %s is refused: %s', async (field, value, code, reason) => {
  expect(await tell(await aPerson(), { [field]: value })).toMatchObject({ code, details: { field, reason } })
})

test.each(["O'Neill & Sons, Inc.", '7 Mares', '한빛 상회', 'A-1 Taquería', 'Booking.com'])(
  'a business may be called %s',
  async (businessName) => {
    expect(await tell(await aPerson(), { businessName })).toMatchObject({
      status: 200,
      data: { business: { name: businessName } },
    })
  },
)
