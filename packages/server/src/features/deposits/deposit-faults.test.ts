import { uuidOf } from '@puente/contract'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'
import { ProviderError } from '#providers/types.ts'
import { cardRail } from '#features/cards/index.ts'
import { advancePayin } from '#features/payins/index.ts'
import { depositsIn } from '#test/deposits.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

test('duplicate and reordered events credit once', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.fault('duplicateWebhook', { times: 10 })
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  await app.runJobs()
  expect(await deposits.balanceOf(ana)).toBe(100_00)
  expect(await app.services.ledger.history({ ownerId: ana.id, account: 'wallet' }, { limit: 10 })).toHaveLength(1)
})

test('a dropped event costs only time: the sweeper settles', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.fault('dropWebhook', { times: 20 })
  await deposits.press(data.transactionId, 'pay')
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('the provider says nothing in time: the payment is processing, and the sweeper goes on with the same request', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  await deposits.start(ana).then(({ data }) => deposits.cancel(ana, data.transactionId))
  await deposits.fault('error500', { after: true, path: '/v1/checkout/sessions' })
  const key = newId()
  const { data } = await deposits.start(ana, {}, key)
  expect(data).toMatchObject({ tipo: 'processing' })
  expect(data.url).toBeUndefined()
  await deposits.sweep(ana)
  const session = await deposits.sessionOf(ana, data.sendSessionId)
  expect(session).toMatchObject({ next: 'pay', url: expect.stringContaining('/card/pay/') })
  expect((await deposits.start(ana, {}, key)).data.transactionId).toBe(data.transactionId)
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('a process that ends after the commit and before the call leaves a payment that the sweeper opens', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { card } = app.services
  // The call that never goes out, as if the process had ended before it; its lease outlives it for a while.
  app.services.card = { ...card, checkout: () => new Promise(() => {}) }
  void deposits.start(ana)
  await expect.poll(async () => (await deposits.paymentsOf(ana))[0]?.attempts).toBe(1)
  app.services.card = card
  await deposits.sweep(ana)
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'created', url: null }])
  await app.services.db
    .updateTable('provider_operations')
    .set({ lease_until: new Date(0) })
    .where('owner_id', '=', ana.id)
    .execute()
  await deposits.sweep(ana)
  expect(await deposits.paymentsOf(ana)).toMatchObject([
    { state: 'awaitingPayment', url: expect.stringContaining('/card/pay/') },
  ])
})

test('an amount that differs from what was asked goes to suspense: on hold, and no balance moves', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const before = await deposits.houseOf('suspense:unmatched', ana)
  await deposits.fault('dropWebhook', { times: 20 })
  await deposits.press(data.transactionId, 'pay')
  await deposits.fault('wrongAmount', { times: 5 })
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    state: 'ON HOLD',
    holdReason: 'providerUnknown',
  })
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect((await deposits.houseOf('suspense:unmatched', ana)) - before).toBe(100_01)
  // Once in suspense it is never credited automatically, whatever the provider says later.
  await app.control('DELETE', '/faults')
  await deposits.sessionOf(ana, data.sendSessionId)
  expect(await deposits.balanceOf(ana)).toBe(0)
})

test('an unknown status from the provider puts the payment on hold and decides nothing', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.fault('unknownStatus', { times: 1 })
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    state: 'ON HOLD',
    holdReason: 'providerUnknown',
  })
  await deposits.press(data.transactionId, 'pay')
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('an outcome that stays unknown is on hold after a quarter of an hour, and ends once no page can be paid any more', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  await deposits.fault('error500', { path: '/v1/checkout/sessions', times: 1 })
  const { data } = await deposits.start(ana)
  expect(data).toMatchObject({ tipo: 'processing' })
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ status: 503, code: 'serviceUnavailable' })
  // Under the same key the provider always answers with the same failure.
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  expect(await deposits.sessionOf(ana, data.sendSessionId)).toMatchObject({ next: 'wait' })
  app.clock.advance(16 * 60_000)
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    state: 'ON HOLD',
    holdReason: 'providerUnknown',
  })
  app.clock.advance(60 * 60_000)
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
})

test('a provider that cannot be reached leaves the payment as it is', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.fault('error500', { path: '/v1/checkout/sessions', times: 5 })
  expect(await deposits.sessionOf(ana, data.sendSessionId)).toMatchObject({ next: 'pay', state: 'PENDING' })
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ status: 503, code: 'serviceUnavailable' })
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  await app.control('DELETE', '/faults')
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
})

test('a request that the provider refuses ends the deposit at once, as declined', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { card } = app.services
  const refuse = () => Promise.reject(new ProviderError('invalid', 'no such currency'))
  app.services.card = { ...card, checkout: refuse }
  const { data } = await deposits.start(ana)
  app.services.card = card
  expect(data).toMatchObject({ tipo: 'declined' })
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'declined' })
})

test('a provider that no longer knows the person gets a new customer, and the page opens', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  await deposits.start(ana)
  await app.control('POST', '/reset')
  const answer = await deposits.start(ana)
  expect(answer).toMatchObject({ status: 200, data: { tipo: 'redirect' } })
  await deposits.press(answer.data.transactionId, 'pay')
  expect(await deposits.settled(ana, answer.data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('a page that the provider has lost stays pending while it could be paid, and expires afterwards', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const payment = { ownerId: ana.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  await app.control('POST', '/reset')
  await advancePayin(app.services, cardRail, payment)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  app.clock.advance(3 * 3_600_000)
  await advancePayin(app.services, cardRail, payment)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
})
