import { beforeEach, expect, test } from 'vitest'
import { findCustomer } from '#features/payments/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { cardsIn } from '#test/cards.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { CARD } from './card-rail.ts'

const app = appOfFile()
const cards = cardsIn(app)
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const ana = () => aUser(app.services, { tier: 1 })
const call = async (user: TestUser, key: 'setDefaultCard' | 'removeCard', body: object) =>
  app.raw(key, body, { headers: await signedIn(app.services, user) })

test('a card is saved on the provider’s page; the newest is offered first until its owner chooses', async () => {
  const user = await ana()
  expect(await cards.list(user)).toEqual([])
  const first = await cards.save(user, '4242')
  const second = await cards.save(user, '3155')
  expect(await cards.list(user)).toMatchObject([
    { cardId: second, brand: 'visa', last4: '3155', expMonth: 12, expYear: 2034, default: true },
    { cardId: first, default: false },
  ])
  const { data } = await call(user, 'setDefaultCard', { cardId: first })
  expect(data).toMatchObject({ items: [{ cardId: first, default: true }, { cardId: second }] })
  expect(await call(user, 'removeCard', { cardId: first })).toMatchObject({ data: { cardId: first } })
  expect(await cards.list(user)).toMatchObject([{ cardId: second, default: true }])
})

test('a card that was entered for a deposit is kept when its owner wants it, and only then', async () => {
  const user = await ana()
  for (const saveCard of [false, true]) {
    const { data } = await deposits.start(user, { saveCard })
    await deposits.press(data.transactionId, 'pay')
    await deposits.settled(user, data.transactionId)
    expect(await cards.list(user)).toHaveLength(saveCard ? 1 : 0)
  }
})

test('once the account is closed, its provider keeps no card of it', async () => {
  const user = await ana()
  await cards.save(user)
  const customerId = (await findCustomer(app.services.db, user.id, CARD.provider)) ?? ''
  const kept = () => app.services.card.listCards(customerId, { timeoutMs: 5_000 })
  expect(await kept()).toHaveLength(1)
  expect(await app.raw('closeAccount', {}, { headers: await signedIn(app.services, user) })).toMatchObject({
    status: 200,
  })
  await app.runJobs()
  expect(await kept()).toEqual([])
})

test('a page that was left open when an account went back to its owner adds no card afterwards', async () => {
  const user = await ana()
  const headers = await signedIn(app.services, user)
  const { data } = await app.call('addCard', { returnTo: 'settings' }, { headers })
  await cards.save(user)
  const reclaimed = { ownerId: user.id, before: app.clock.now().toISOString() }
  await transaction(app.services.db, 'reclaim', (trx) =>
    app.services.events.record(trx, { event: 'account.reclaimed', data: reclaimed }),
  )
  await app.runJobs()
  const late = app.control('POST', `/card/sessions/${data.url.split('/').at(-1)}/pay`, { card: '4242' })
  await late.catch(() => undefined)
  expect(await cards.list(user)).toEqual([])
})

test('no card of another person is listed, chosen, charged or removed', async () => {
  const [user, other] = [await ana(), await ana()]
  const cardId = await cards.save(other)
  await cards.save(user)
  expect(await cards.list(user)).toHaveLength(1)
  for (const key of ['setDefaultCard', 'removeCard'] as const)
    for (const foreign of [cardId, 'pm_unknown'])
      expect(await call(user, key, { cardId: foreign })).toMatchObject({ status: 422, code: 'invalidCardNumber' })
  expect(await deposits.start(user, { cardId })).toMatchObject({ code: 'invalidCardNumber' })
  expect(await cards.list(other)).toHaveLength(1)
  for (const key of ['setDefaultCard', 'removeCard'] as const) {
    expect(await call(user, key, {})).toMatchObject({ status: 400, code: 'cardIdMissing' })
    expect(await call(user, key, { cardId: '4242 4242' })).toMatchObject({ code: 'invalidCardNumber' })
  }
})

test('cards are not listed as none while their provider does not answer', async () => {
  const user = await ana()
  await cards.save(user)
  await deposits.fault('error500', { path: '/v1/payment_methods' })
  expect(await app.raw('listCards', undefined, { headers: await signedIn(app.services, user) })).toMatchObject({
    status: 503,
    code: 'serviceUnavailable',
    details: { rail: 'card' },
  })
})
