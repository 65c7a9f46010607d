import { expect, test } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { testApp } from '#test/app.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

const search = async (user: TestUser, text: unknown) =>
  app.raw('search', { search: text }, { headers: await signedIn(app.services, user) }) as ReturnType<
    typeof app.call<'search'>
  >
const frequents = async (user: TestUser) =>
  (await app.call('frequents', undefined, { headers: await signedIn(app.services, user) })).data.items
const send = async (from: TestUser, to: TestUser) =>
  app.call(
    'sendInApp',
    { toUser: to.userId, amount: 1, currency: 'USD' },
    { key: newId(), headers: await signedIn(app.services, from) },
  )

test('EU-13: people are found by exact email, phone or name, by handle and by its beginning; the answer holds public facts only', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const ben = await aUser(app.services, { tier: 1, fullName: 'Ben Lee', handle: 'ben.lee-7f3k', business: true })
  const found = [{ publicTransactionId: 'ben.lee-7f3k', fullName: 'Ben Lee', image: null, business: true }]
  for (const text of [
    ben.email,
    ben.email.toUpperCase(),
    ben.phone,
    ben.handle,
    'ben.le',
    ' BEN.LEE ',
    'Ben Lee',
    'bén  LEE',
  ])
    expect((await search(ana, text)).data.items).toEqual(found)
  for (const text of [ben.email.slice(0, -1), 'Ben Le', 'Lee', '%%%', 'be_'])
    expect((await search(ana, text)).data.items).toEqual([])
})

test('people one had a transfer with are found by part of their name, strangers are not', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const grace = await aUser(app.services, { tier: 1, fullName: 'Grâce Okafor', handle: 'user-gr4c' })
  await aUser(app.services, { tier: 1, fullName: '김민수', handle: 'user-m1ns' })
  await withBalance(app.services, ana, 5_00)
  const names = async (text: string) => (await search(ana, text)).data.items.map(({ fullName }) => fullName)
  expect(await names('okaf')).toEqual([])
  expect(await names('김민수')).toEqual(['김민수'])
  await send(ana, grace)
  for (const text of ['okaf', 'grace', 'GRÂCE O', 'user-gr']) expect(await names(text)).toEqual(['Grâce Okafor'])
  expect(await names('o_a')).toEqual([])
})

test('accents make no difference: neither in a whole name nor in the beginning of a handle', async () => {
  const ben = await aUser(app.services, { tier: 1 })
  await aUser(app.services, { tier: 1, fullName: 'Sofía Peña', handle: 'sofia.pena-4k7w' })
  await aUser(app.services, { tier: 1, fullName: 'Ruben Ibanez', handle: 'ruben.ibanez-9d2c' })
  const names = async (text: string) => (await search(ben, text)).data.items.map(({ fullName }) => fullName)
  for (const text of ['Sofía.', 'SOFÍA.', 'sofi\u0301a.', 'sofia.', 'Sofía Peña', 'sofia pena'])
    expect(await names(text)).toEqual(['Sofía Peña'])
  for (const text of ['Rubén.', 'rubén ibáñez']) expect(await names(text)).toEqual(['Ruben Ibanez'])
  for (const text of ['Peña', 'Sofía Pe']) expect(await names(text)).toEqual([])
})

test('the beginning of a stranger’s handle finds them only where it is long and fits few people', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const carlos = ['carlos.a-1111', 'carlos.b-2222', 'carlos.c-3333', 'carlos.d-4444']
  for (const handle of carlos) await aUser(app.services, { tier: 1, handle })
  const handles = async (text: string) =>
    (await search(ana, text)).data.items.map(({ publicTransactionId }) => publicTransactionId)
  for (const text of ['car', 'carlo', 'carlos', 'carlos.']) expect(await handles(text)).toEqual([])
  expect(await handles('carlos.b')).toEqual(['carlos.b-2222'])
  await aUser(app.services, { tier: 1, handle: 'li-1a' })
  expect(await handles('li-1a')).toEqual(['li-1a'])
  expect(await handles('li-1')).toEqual([])
})

test('only a person with both contacts verified may look for people', async () => {
  const ben = await aUser(app.services, { tier: 1 })
  expect(await search(await aUser(app.services), ben.phone)).toMatchObject({ status: 403, code: 'emailNotVerified' })
  expect(await search(await aUser(app.services, { emailVerified: true }), ben.phone)).toMatchObject({
    status: 403,
    code: 'kycRequired',
    details: { missing: ['phone'] },
  })
})

test('oneself and people who cannot receive yet are left out, and three characters are needed', async () => {
  const ana = await aUser(app.services, { tier: 1, handle: 'shy.ana-1111' })
  await aUser(app.services, { handle: 'shy.new-2222' })
  expect((await search(ana, 'shy.')).data.items).toEqual([])
  expect(await search(ana, 'sh')).toMatchObject({ status: 400, code: 'invalidRequest' })
})

test('API-18: a search answers with handle, name, picture and business flag; oneself, blocked people and those who cannot receive are left out; it takes three characters and is throttled', async () => {
  const strict = await testApp({ THROTTLE_FACTOR: '1' })
  try {
    const find = async (user: TestUser, text: string) =>
      (await strict.raw('search', { search: text }, { headers: await signedIn(strict.services, user) })) as Awaited<
        ReturnType<typeof strict.call<'search'>>
      >
    const ana = await aUser(strict.services, { tier: 1, handle: 'same.ana-1111' })
    const ben = await aUser(strict.services, { tier: 1, handle: 'same.ben-2222', fullName: 'Ben Lee', business: true })
    const cleo = await aUser(strict.services, { tier: 1, handle: 'same.cle-3333' })
    await aUser(strict.services, { handle: 'same.new-4444' })
    const headers = await signedIn(strict.services, cleo)
    expect(await strict.raw('block', { userId: ana.handle }, { headers })).toMatchObject({ status: 200 })
    const found = { publicTransactionId: ben.handle, fullName: 'Ben Lee', image: null, business: true }
    expect((await find(ana, 'same.b')).data.items).toEqual([found])
    for (const text of [ana.handle, cleo.handle, cleo.email, 'same.new-4444'])
      expect((await find(ana, text)).data.items, text).toEqual([])
    expect((await find(cleo, ana.handle)).data.items).toEqual([])
    expect(await find(ana, ' sa ')).toMatchObject({ status: 400, code: 'invalidRequest' })
    const more = await Promise.all(Array.from({ length: 30 }, () => find(ana, ben.handle)))
    const throttled = more.filter(({ status }) => status === 429)
    expect(throttled).toHaveLength(6)
    expect(throttled[0]).toMatchObject({ code: 'tooManyRequests' })
  } finally {
    await strict.close()
  }
})

test('API-17, C-03, RD-04: the ten people with most transfers in either direction, the latest first among equals', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  await withBalance(app.services, ana, 100_00)
  const others: TestUser[] = []
  for (let at = 0; at < 12; at += 1) others.push(await aUser(app.services, { tier: 1 }))
  for (const other of others) await send(ana, other)
  await send(others[3]!, ana)
  const items = await frequents(ana)
  expect(items).toHaveLength(10)
  expect(items[0]).toMatchObject({
    id: others[3]!.userId,
    numberOfTransactions: 2,
    publicTransactionId: others[3]!.handle,
  })
  expect(items.slice(1).map(({ id }) => id)).toEqual(
    others
      .filter((_, at) => at !== 3)
      .toReversed()
      .slice(0, 9)
      .map(({ userId }) => userId),
  )
})

test('EF-13, EF-14: flags are yes or no; missingKYC is true while neither part of the identity check was handed in', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 0 })]
  await withBalance(app.services, ana, 5_00)
  expect(await frequents(ana)).toEqual([])
  await send(ana, ben)
  expect((await frequents(ana))[0]).toMatchObject({
    id: ben.userId,
    publicTransactionId: ben.handle,
    image: null,
    numberOfTransactions: 1,
    lastTransactionDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    emailVerified: true,
    phoneVerified: true,
    missingKYC: true,
  })
  await app.services.db.updateTable('users').set({ phone_verified_at: null }).where('owner_id', '=', ben.id).execute()
  expect((await frequents(ana))[0]).toMatchObject({ id: ben.userId, emailVerified: true, phoneVerified: false })
  for (const type of ['selfie', 'selfieId'] as const) {
    const other = await aUser(app.services, { tier: 0 })
    const item = { owner_id: other.id, type, status: 'inReview', updated_at: new Date() } as const
    await app.services.db.insertInto('kyc_items').values(item).execute()
    await send(ana, other)
    expect((await frequents(ana))[0]).toMatchObject({ id: other.userId, missingKYC: false })
  }
})

test('a closed account and transfers of more than a year ago are left out', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const [ben, cleo] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, ana, 5_00)
  await send(ana, ben)
  await send(ana, cleo)
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', ben.id).execute()
  expect((await frequents(ana)).map(({ id }) => id)).toEqual([cleo.userId])
  const longAgo = new Date(Date.now() - 367 * 86_400_000)
  await app.services.db.updateTable('movements').set({ created_at: longAgo }).where('owner_id', '=', ana.id).execute()
  expect(await frequents(ana)).toEqual([])
})
