/** What a block does, everywhere: between two people nothing goes in either direction, and neither finds the other. */
import { expect, test } from 'vitest'
import { endWait, releaseHeldTransfers } from '#features/transfers/held-transfers.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)

const headersOf = (user: TestUser) => signedIn(app.services, user)
const as = async <K extends Parameters<typeof app.raw>[0]>(user: TestUser, key: K, input: object = {}) =>
  app.raw(key, input as Record<string, unknown>, { headers: await headersOf(user), key: newId() })
const send = (from: TestUser, to: TestUser, amount = 1_00) =>
  as(from, 'sendInApp', { toUser: to.userId, amount, currency: 'USD' })
const newest = async (user: TestUser) =>
  (await app.call('listTransactions', { limit: 1 }, { headers: await headersOf(user) })).data.items[0]
const block = (user: TestUser, other: TestUser) => as(user, 'block', { userId: other.userId })
const frequents = async (user: TestUser) =>
  (await app.call('frequents', undefined, { headers: await headersOf(user) })).data.items.map(({ id }) => id)
const finds = async (user: TestUser, other: TestUser) => {
  const { data } = await app.call('search', { search: other.handle }, { headers: await headersOf(user) })
  const { status } = await as(user, 'publicProfile', { publicTransactionId: other.handle })
  return [data.items.length, status]
}

const two = async () => {
  const ana = await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' })
  const ben = await aUser(app.services, { tier: 1, fullName: 'Ben Lee' })
  for (const user of [ana, ben]) await withBalance(app.services, user, 500_00)
  return { ana, ben }
}

test('X-18: neither side can send to or ask the other, search hides both ways, history names nobody to the blocker; unblocking restores', async () => {
  const { ana, ben } = await two()
  await send(ana, ben)
  await send(ben, ana)
  const before = await newest(ana)
  expect(before).toMatchObject({ fullName: 'Ben Lee', email: ben.handle, blocked: false })
  const blocked = { id: ben.userId, fullName: 'Ben Lee', publicTransactionId: ben.handle }
  expect(await block(ana, ben)).toMatchObject({ status: 200, data: { items: [blocked] } })

  for (const [from, to] of [
    [ana, ben],
    [ben, ana],
  ] as const) {
    const refused = { status: 422, code: 'invalidUser' }
    const toUser = to.userId
    const paid = { toUser, amount: 5_00, currency: 'USD' }
    expect(await send(from, to)).toMatchObject(refused)
    for (const key of ['startCheckout', 'placePaypalOrder', 'zelleIntent'] as const)
      expect(await as(from, key, paid), key).toMatchObject(refused)
    expect(await as(from, 'createRequest', { ...paid, note: 'Dinner' })).toMatchObject(refused)
    const shares = [{ toUser, amount: 5_00 }]
    expect(await as(from, 'splitRequest', { total: 10_00, currency: 'USD', note: 'Dinner', shares })).toMatchObject(
      refused,
    )
    expect(await finds(from, to)).toEqual([0, 404])
    expect(await frequents(from)).toEqual([])
  }

  // The one who was blocked is not told.
  const hidden = { blocked: true, fullName: null, email: null, image: null, business: false, fromName: null }
  expect(await newest(ana)).toMatchObject(hidden)
  expect(await newest(ben)).toMatchObject({ blocked: false, fullName: 'Ana Ruiz' })
  expect((await as(ana, 'getTransaction', { transactionId: before?.id })).data).toMatchObject(hidden)
  expect((await as(ana, 'getTransactions', { transactionIds: [before?.id] })).data).toMatchObject({ items: [hidden] })

  // Again changes nothing, and each has a list of their own.
  expect(await block(ana, ben)).toMatchObject({ data: { items: [blocked] } })
  expect(await as(ben, 'blocked')).toMatchObject({ data: { items: [] } })
  for (const userId of [ben.handle, ben.userId])
    expect(await as(ana, 'unblock', { userId })).toMatchObject({ status: 200, data: { items: [] } })
  expect(await newest(ana)).toEqual(before)
  expect(await send(ben, ana)).toMatchObject({ status: 200 })
  expect(
    await as(ben, 'createRequest', { toUser: ana.userId, amount: 5_00, currency: 'USD', note: 'Tea' }),
  ).toMatchObject({
    status: 200,
  })
  expect(await finds(ben, ana)).toEqual([1, 200])
  expect(await frequents(ana)).toEqual([ben.userId])
})

test('oneself and nobody cannot be blocked; somebody who has left can, and stays without a name', async () => {
  const { ana, ben } = await two()
  for (const userId of [ana.userId, ana.handle, `usr_${'0'.repeat(32)}`, 'no.such-person', '', 'usr_1'])
    expect(await as(ana, 'block', { userId }), userId).toMatchObject({ status: 404, code: 'userNotFound' })
  await app.services.db.deleteFrom('directory').where('owner_id', '=', ben.id).execute()
  expect(await as(ana, 'block', { userId: ben.handle })).toMatchObject({
    data: { items: [{ id: ben.userId, fullName: null, publicTransactionId: null }] },
  })
})

test('money from outside that arrives behind a block is given back to its sender, with the fee', async () => {
  const { ana, ben } = await two()
  const { data } = await as(ana, 'startCheckout', { toUser: ben.userId, amount: 100_00, currency: 'USD' })
  const { transactionId, totalCharge } = data as { transactionId: string; totalCharge: number }
  await block(ben, ana)
  await deposits.press(transactionId, 'pay')
  expect(await deposits.settled(ana, transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([500_00 + totalCharge, 500_00])
})

test('a held transfer between two of whom one has blocked the other goes back instead of through', async () => {
  const lifted = async () => {
    const { ana, ben } = await two()
    await app.services.db.updateTable('users').set({ tier: 0 }).where('owner_id', '=', ben.id).execute()
    await withBalance(app.services, ben, 500_00)
    expect(await send(ana, ben, 200_00)).toMatchObject({ data: { state: 'ON HOLD' } })
    await block(ben, ana)
    await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', ben.id).execute()
    return { ana, ben }
  }
  const { ana, ben } = await lifted()
  await releaseHeldTransfers(app.services, ben.id)
  expect(await newest(ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await deposits.balanceOf(ana)).toBe(500_00)

  const other = await lifted()
  const held = await app.services.db
    .selectFrom('movements')
    .select('movement_id')
    .where('owner_id', '=', other.ana.id)
    .executeTakeFirstOrThrow()
  await endWait(app.services, other.ana.id, held.movement_id)
  expect(await newest(other.ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
})
