/** What PayPal's events come to: the same end in any order, however often, and nothing for those that are not PayPal's. */
import { uuidOf } from '@puente/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { applySnapshot } from '#features/payins/advance-payin.ts'
import { findPayment } from '#features/payments/payments-store.ts'
import type { OrderSnapshot } from '#providers/paypal/port.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { keptEvents } from '#test/inbox.ts'
import { appOfFile } from '#test/suite.ts'
import { payinOf } from './order-rules.ts'
import { paypalRail } from './paypal-payins.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const aDeposit = async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana, { method: 'paypal' })
  const ref = { ownerId: ana.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  return { ana, ref, data, payment: () => findPayment(app.services.db, ref) }
}
const act = (ref: string, action: string, more: object = {}) =>
  app.control('POST', `/paypal/orders/${ref}/${action}`, more)

/** What PayPal said at different moments of one order's life, as late news may bring it. */
const lives: Record<string, { said: Partial<OrderSnapshot>[]; ends: { state: string; balance: number } }> = {
  'approved and captured, with a review in between': {
    said: [{ outcome: 'open' }, { outcome: 'approved' }, { outcome: 'processing' }, { outcome: 'succeeded' }],
    ends: { state: 'succeeded', balance: 100_00 },
  },
  'captured and denied': {
    said: [{ outcome: 'open' }, { outcome: 'approved' }, { outcome: 'processing' }, { outcome: 'declined' }],
    ends: { state: 'failed', balance: 0 },
  },
  'approved, and the approval taken back': {
    said: [{ outcome: 'open' }, { outcome: 'approved' }, { outcome: 'expired' }],
    ends: { state: 'expired', balance: 0 },
  },
}

for (const [name, { said, ends }] of Object.entries(lives)) {
  test(`an order that was ${name} ends alike in any order of its news, with repeats`, async () => {
    const orders = fc.shuffledSubarray([...said, ...said], { minLength: said.length * 2 })
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { ana, ref, payment } = await aDeposit()
        const { providerId } = (await payment())!
        const whole: OrderSnapshot = {
          providerId: providerId!,
          ref: ref.ref,
          outcome: 'open',
          amountCents: 100_00n,
          currency: 'usd',
          captureId: `C${ref.ref}`,
          feeCents: null,
          url: null,
          payerId: null,
          returns: [],
          raw: '',
        }
        for (const news of order)
          await applySnapshot(app.services, paypalRail, (await payment())!, payinOf({ ...whole, ...news }))
        expect({ state: (await payment())!.state, balance: await deposits.balanceOf(ana) }).toEqual(ends)
      }),
      { numRuns: 8 },
    )
  })
}

test('events three times each and in reverse order credit once', async () => {
  const { ana, data, ref } = await aDeposit()
  await app.control('POST', '/faults', { provider: 'paypal', fault: 'duplicateWebhook', times: 5 })
  await app.control('POST', '/faults', { provider: 'paypal', fault: 'reorderWebhooks', times: 3 })
  await act(ref.ref, 'approve')
  await deposits.sweep(ana)
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  await app.runJobs()
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('twenty copies of one event, each properly signed, make one job and one credit', async () => {
  const { ana, data, ref } = await aDeposit()
  await act(ref.ref, 'approve')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  type Delivery = { id: string; type: string; objectId: string; attempts: { status: number }[] }
  const sent = (await app.control<Delivery[]>('GET', '/webhooks')).find(
    ({ type }) => type === 'CHECKOUT.ORDER.APPROVED',
  )
  const copies = await Promise.all(
    Array.from({ length: 20 }, () => app.control<Delivery>('POST', `/webhooks/${sent?.id}/resend`)),
  )
  expect(copies.every(({ attempts }) => attempts.every(({ status }) => status === 200))).toBe(true)
  const kept = (await keptEvents(app)).filter(({ objectId, type }) => objectId === sent?.objectId && type === sent.type)
  expect(kept).toHaveLength(1)
  await app.runJobs()
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test.each(['badSignature', 'staleTimestamp'])('an event with a %s moves nothing, and is refused', async (fault) => {
  const { ana, ref } = await aDeposit()
  await app.control('POST', '/faults', { provider: 'paypal', fault, times: 1 })
  await act(ref.ref, 'approve')
  await app.runJobs()
  type Delivery = { type: string; objectId: string; attempts: { status: number }[] }
  const order = (await findPayment(app.services.db, ref))?.providerId
  const until = Date.now() + 5_000
  const tried = async () =>
    (await app.control<Delivery[]>('GET', '/webhooks')).find(({ objectId }) => objectId === order)?.attempts[0]
  while (!(await tried()) && Date.now() < until) await app.runJobs()
  expect(await tried()).toMatchObject({ status: 400 })
  expect(await deposits.balanceOf(ana)).toBe(0)
})

/** Ana has $100 of an order that was captured. */
const aCredited = async () => {
  const { ana, data, ref } = await aDeposit()
  await act(ref.ref, 'approve')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  return { ana, ref: ref.ref, transactionId: data.transactionId }
}
const rowsOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await deposits.headersOf(user) })).data.items
const wallet = (user: TestUser) => app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
const eventually = (user: TestUser, cents: object) =>
  expect
    .poll(async () => {
      await app.runJobs()
      return wallet(user)
    })
    .toMatchObject(cents)

test('a capture that PayPal reverses takes what is left, shows in a row of its own, and the payer owes the rest', async () => {
  const { ana, ref, transactionId } = await aCredited()
  await withBalance(app.services, ana, -30_00)
  const owed = await deposits.houseOf('receivable:user', ana)
  const rail = await deposits.houseOf('settlement:paypal', ana)
  await act(ref, 'reverse')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({
    type: 'reversal',
    method: 'paypal',
    state: 'COMPLETED',
    amount: 70_00,
    balance: 0,
    linkedId: transactionId,
    returnStep: 'takenBack',
  })
  expect((await deposits.houseOf('receivable:user', ana)) - owed).toBe(-30_00)
  expect((await deposits.houseOf('settlement:paypal', ana)) - rail).toBe(100_00)
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'refunded' }])
})

test('refunds and a reversal count once each, capped, in whatever order and however often their events come', async () => {
  const { ana, ref } = await aCredited()
  await app.control('POST', '/faults', { provider: 'paypal', fault: 'duplicateWebhook', times: 3 })
  await app.control('POST', '/faults', { provider: 'paypal', fault: 'reorderWebhooks', times: 3 })
  await act(ref, 'refund', { amountCents: 20_00 })
  await act(ref, 'refund', { amountCents: 30_00 })
  await act(ref, 'reverse')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  await app.runJobs()
  const back = (await rowsOf(ana)).filter(({ state, type }) => state === 'COMPLETED' && type !== 'deposit')
  expect(back.map(({ type, amount }) => [type, amount])).toEqual([
    ['reversal', 50_00],
    ['refund', 30_00],
    ['refund', 20_00],
  ])
  expect(await deposits.usedBy(ana)).toEqual({ free: 0, cents: 0, broken: [] })
})

test('a reversed send takes from its receiver what is left there, and the payer owes the rest', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  const body = { toUser: ben.userId, amount: 100_00, currency: 'USD' } as const
  const headers = await deposits.headersOf(ana)
  const { data } = await app.call('placePaypalOrder', body, { key: newId(), headers })
  const ref = uuidOf(data.transactionId, 'txn') ?? ''
  await act(ref, 'approve')
  await deposits.settled(ana, data.transactionId)
  await withBalance(app.services, ben, -60_00)
  const owed = await deposits.houseOf('receivable:user', ana)
  await act(ref, 'reverse')
  await eventually(ben, { balanceCents: 0n, heldCents: 0n })
  expect((await deposits.houseOf('receivable:user', ana)) - owed).toBe(-60_00)
})
