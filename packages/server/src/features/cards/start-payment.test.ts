import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { cardsIn } from '#test/cards.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { keptEvents } from '#test/inbox.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })
const cards = cardsIn(app)
const deposits = depositsIn(app)
beforeEach(() => app.control('POST', '/reset'))

const two = async () => ({
  ana: await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' }),
  ben: await aUser(app.services, { tier: 1, fullName: 'Ben Lee' }),
})
const pay = async (from: TestUser, body: object, key: string = newId()) =>
  app.call('startPayment', { amount: 100_00, currency: 'USD', ...body } as never, {
    key,
    headers: await signedIn(app.services, from),
  })

test('a saved card pays at once: the receiver has the money when the call answers', async () => {
  const { ana, ben } = await two()
  const cardId = await cards.save(ana)
  const { data } = await pay(ana, { toUser: ben.userId, cardId })
  expect(data).toMatchObject({ status: 'completed', fee: 0, totalCharge: 100_00 })
  expect(data.url).toBeUndefined()
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED', type: 'sent' })
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([0, 100_00])
  expect(await deposits.chargesOf(data.transactionId)).toBe(1)
})

test('a declined card is an answer, not an error; another attempt in its session is a payment of its own, and one is charged', async () => {
  const { ana, ben } = await two()
  const [bad, good] = [await cards.save(ana), await cards.save(ana, '3155')]
  await cards.next('decline')
  const key = newId()
  const first = await pay(ana, { toUser: ben.userId, cardId: bad }, key)
  expect(first).toMatchObject({ status: 200, data: { status: 'declined' } })
  expect(await pay(ana, { toUser: ben.userId, cardId: bad }, key)).toMatchObject({ data: { status: 'declined' } })
  expect(await deposits.rowOf(ana, first.data.transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'declined',
  })
  await cards.next('succeed')
  const { sendSessionId } = first.data
  const second = await pay(ana, { toUser: ben.userId, cardId: good, sendSessionId })
  expect(second.data).toMatchObject({ status: 'completed', sendSessionId })
  expect(second.data.transactionId).not.toBe(first.data.transactionId)
  expect(await deposits.chargesOf(first.data.transactionId)).toBe(0)
  expect(await deposits.chargesOf(second.data.transactionId)).toBe(1)
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  // The provider's events come when they come.
  const unprocessed = async () => {
    await app.runJobs()
    return (await keptEvents(app)).filter(({ isProcessed }) => !isProcessed)
  }
  await expect.poll(unprocessed).toEqual([])
})

test.each([
  ['confirm', { state: 'COMPLETED' }, 100_00],
  ['refuse', { state: 'CANCELLED', cancelReason: 'declined' }, 0],
])('a bank that asks its holder to confirm: %s', async (answer, row, received) => {
  const { ana, ben } = await two()
  const cardId = await cards.save(ana, '3155')
  const { data } = await pay(ana, { toUser: ben.userId, cardId })
  expect(data).toMatchObject({ status: 'requiresAction', url: expect.stringContaining('/card/challenge/') })
  expect(await deposits.sessionOf(ana, data.sendSessionId)).toMatchObject({ next: 'pay', url: data.url })
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await app.control('POST', `/card/payments/${ref}/${answer}`)
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject(row)
  expect(await deposits.balanceOf(ben)).toBe(received)
})

test('a charge whose answer is lost is processing, is found by its reference, and is made once', async () => {
  const { ana, ben } = await two()
  const cardId = await cards.save(ana)
  await deposits.fault('error500', { after: true, path: '/v1/payment_intents' })
  await deposits.fault('dropWebhook', { times: 20 })
  const { data } = await pay(ana, { toUser: ben.userId, cardId })
  expect(data).toMatchObject({ status: 'processing' })
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.chargesOf(data.transactionId)).toBe(1)
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('a saved card adds to the own balance as well', async () => {
  const { ana } = await two()
  const cardId = await cards.save(ana)
  const { data } = await deposits.start(ana, { cardId })
  expect(data).toMatchObject({ tipo: 'completed' })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
  await cards.next('decline')
  expect((await deposits.start(ana, { cardId })).data).toMatchObject({ tipo: 'declined' })
})

test('API-27 EF-18 a card payment of more than a dollar is completed, asks its holder to confirm, or is declined', async () => {
  const { ana, ben } = await two()
  const cardId = await cards.save(ana)
  const statuses: string[] = []
  for (const outcome of ['succeed', 'requireAction', 'decline']) {
    await cards.next(outcome)
    statuses.push((await pay(ana, { toUser: ben.userId, cardId, amount: 101 })).data.status)
  }
  expect(statuses).toEqual(['completed', 'requiresAction', 'declined'])
  expect(await pay(ana, { toUser: ben.userId, cardId, amount: 100 })).toMatchObject({ code: 'invalidAmount' })
  expect(await pay(ana, { toUser: ben.userId, amount: 101 })).toMatchObject({ code: 'cardIdMissing' })
  expect(await pay(ana, { toUser: ben.userId, cardId: 'pm_gone', amount: 101 })).toMatchObject({
    code: 'invalidCardNumber',
  })
})

test('a payment that cannot be made says why, and nothing is charged', async () => {
  const { ana, ben } = await two()
  const cardId = await cards.save(ana)
  const closed = await aUser(app.services, { tier: 1 })
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', closed.id).execute()
  const good = { toUser: ben.userId, cardId }
  const cases: [object, string][] = [
    [{ toUser: ben.userId }, 'cardIdMissing'],
    [{ ...good, cardId: '' }, 'cardIdMissing'],
    [{ ...good, cardId: 'pm_unknown' }, 'invalidCardNumber'],
    [{ ...good, toUser: 'nobody' }, 'userNotFound'],
    [{ ...good, toUser: '' }, 'invalidTo'],
    [{ ...good, toUser: ana.userId }, 'invalidUser'],
    [{ ...good, toUser: closed.userId }, 'invalidUser'],
    [{ ...good, purpose: 'goods' }, 'invalidNote'],
    [{ ...good, amount: 100 }, 'invalidAmount'],
  ]
  for (const [body, code] of cases) expect(await pay(ana, body)).toMatchObject({ code })
  expect(await deposits.paymentsOf(ana)).toEqual([])
})

test('a payment that waits for its holder can be given up: all of it is given back, and it can be charged no more', async () => {
  const { ana, ben } = await two()
  const { data } = await pay(ana, { toUser: ben.userId, cardId: await cards.save(ana, '3155') })
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await expect(app.control('POST', `/card/payments/${ref}/confirm`)).rejects.toThrow('409')
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ code: 'invalidTransactionId' })
  const headers = await signedIn(app.services, ana)
  const { rows } = (await app.call('limits', undefined, { headers })).data
  expect(rows.map(({ usedCents }) => usedCents)).toEqual(rows.map(() => 0))
})

// The last ones, since they move the clock.
test('a confirmation that never comes ends the payment after an hour, and it cannot be charged any more', async () => {
  const { ana, ben } = await two()
  const { data } = await pay(ana, { toUser: ben.userId, cardId: await cards.save(ana, '3155') })
  app.clock.advance(66 * 60_000)
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await expect(app.control('POST', `/card/payments/${ref}/confirm`)).rejects.toThrow('409')
})

test('EC-37 EC-38 a card that is unknown, foreign, removed or expired is not charged, and a payment without one says so', async () => {
  const { ana, ben } = await two()
  const [mine, foreign, removed] = [await cards.save(ana), await cards.save(ben), await cards.save(ana, '3155')]
  await app.call('removeCard', { cardId: removed }, { headers: await signedIn(app.services, ana) })
  for (const cardId of ['pm_unknown', foreign, removed])
    expect(await pay(ana, { toUser: ben.userId, cardId })).toMatchObject({ status: 422, code: 'invalidCardNumber' })
  expect(await pay(ana, { toUser: ben.userId })).toMatchObject({ status: 400, code: 'cardIdMissing' })
  app.clock.advance(9 * 365 * 86_400_000)
  expect(await pay(ana, { toUser: ben.userId, cardId: mine })).toMatchObject({ status: 422, code: 'invalidCardNumber' })
  expect(await deposits.paymentsOf(ana)).toEqual([])
})
