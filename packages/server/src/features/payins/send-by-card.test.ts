/** Sends paid from outside: what both people see, and where the money is, however the receiver stands when it arrives. */
import { uuidOf } from '@puente/contract'
import type { Outcome } from '@puente/ledger'
import { beforeEach, expect, test, vi } from 'vitest'
import { cardRail } from '#features/cards/index.ts'
import { findPayment } from '#features/payments/index.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { keptEvents } from '#test/inbox.ts'
import { appOfFile } from '#test/suite.ts'
import { creditedOnceTaken } from './settle-returns.ts'
import { endWait, releaseHeldTransfers } from '#features/transfers/held-transfers.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const send = async (from: TestUser, to: TestUser, more: object = {}) =>
  app.call(
    'startCheckout',
    { toUser: to.userId, amount: 100_00, currency: 'USD', note: 'Dinner', ...more },
    { key: newId(), headers: await signedIn(app.services, from) },
  )
const rowsOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await signedIn(app.services, user) })).data.items
const walletOf = (user: TestUser) => app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
const change = (user: TestUser, values: object) =>
  app.services.db.updateTable('users').set(values).where('owner_id', '=', user.id).execute()

const block = async (user: TestUser, other: TestUser) =>
  app.call('block', { userId: other.userId }, { headers: await signedIn(app.services, user) })
/** As if the person had used up the free operations. */
const withoutFreePlaces = ({ id }: TestUser) =>
  app.services.db
    .insertInto('free_operations')
    .values(Array.from({ length: 3 }, () => ({ owner_id: id, movement_id: newId(), at: new Date() })))
    .execute()

const two = async (tiers: { ana?: 1 | 2; ben?: 0 | 1 } = {}) => ({
  ana: await aUser(app.services, { tier: tiers.ana ?? 1, fullName: 'Ana Ruiz' }),
  ben: await aUser(app.services, { tier: tiers.ben ?? 1, fullName: 'Ben Lee' }),
})

test('a send by card reaches its receiver when the page was paid, and nothing of it before; the sender’s balance stays', async () => {
  const { ana, ben } = await two()
  await withBalance(app.services, ana, 5_00)
  const { data } = await send(ana, ben)
  expect(data).toMatchObject({ status: 'requiresAction', fee: 0, totalCharge: 100_00 })
  expect(data.url).toContain('/card/pay/')
  expect(await rowsOf(ben)).toEqual([])
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    type: 'sent',
    state: 'PENDING',
    method: 'card',
    balance: null,
    fullName: 'Ben Lee',
    note: 'Dinner',
  })
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED', balance: null })
  expect(await rowsOf(ben)).toMatchObject([
    {
      id: data.transactionId,
      type: 'received',
      method: 'card',
      state: 'COMPLETED',
      amount: 100_00,
      balance: 100_00,
      fullName: 'Ana Ruiz',
      note: 'Dinner',
    },
  ])
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([5_00, 100_00])
  expect(await deposits.sessionOf(ana, data.sendSessionId)).toMatchObject({ next: 'done', state: 'COMPLETED' })
})

test('API-28 a checkout answers with the provider’s page and a send session, and takes no card number', async () => {
  const { ana, ben } = await two()
  expect(await send(ana, ben)).toMatchObject({
    status: 200,
    data: { url: expect.stringContaining('/card/pay/'), sendSessionId: expect.stringMatching(/^pss_/) },
  })
  for (const secret of [{ cardNumber: '4242424242424242' }, { card: { number: '4242424242424242', cvc: '123' } }])
    expect(await send(ana, ben, secret)).toMatchObject({ status: 400, code: 'invalidRequest' })
})

test('an abandoned page leaves nothing with the receiver, and cancelling it gives back what it used', async () => {
  const { ana, ben } = await two()
  const { data } = await send(ana, ben)
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await rowsOf(ben)).toEqual([])
  const { db } = app.services
  expect(await db.selectFrom('free_operations').selectAll().where('owner_id', '=', ana.id).execute()).toEqual([])
})

/** Ana sends $100 by card to Ben, who is not verified and has $950 of the $1,000 that he may have. */
const aHeldSend = async () => {
  const { ana, ben } = await two({ ben: 0 })
  const { data } = await send(ana, ben)
  await withBalance(app.services, ben, 950_00)
  await deposits.press(data.transactionId, 'pay')
  const row = await deposits.settled(ana, data.transactionId)
  const ref = uuidOf(data.transactionId, 'txn') ?? ''
  return { ana, ben, row, transactionId: data.transactionId, ref }
}

test('money that would lift an unverified wallet over its cap waits in the sender’s wallet, and is released with the identity check', async () => {
  const { ana, ben, row, transactionId } = await aHeldSend()
  expect(row).toMatchObject({ state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null })
  expect(Date.parse(row.returnsAt ?? '')).toBeGreaterThan(Date.parse(row.date) + 13 * 86_400_000)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, availableCents: 0n })
  expect(await deposits.rowOf(ben, transactionId)).toMatchObject({ type: 'received', state: 'ON HOLD' })
  await change(ben, { tier: 1 })
  await releaseHeldTransfers(app.services, ben.id)
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([0, 1_050_00])
})

test('a send that waited fourteen days in vain is the sender’s money, fee included, with a row that says so', async () => {
  const { ana, ben } = await two({ ana: 2, ben: 0 })
  await withoutFreePlaces(ana)
  const before = await deposits.houseOf('income:fees', ana)
  const { data } = await send(ana, ben)
  expect(data).toMatchObject({ fee: 3_20, totalCharge: 103_20 })
  await withBalance(app.services, ben, 950_00)
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'ON HOLD' })
  await endWait(app.services, ana.id, uuidOf(data.transactionId, 'txn') ?? '')
  const [refund, arrival, sent] = await rowsOf(ana)
  expect(sent).toMatchObject({ state: 'CANCELLED', cancelReason: 'recipientDidNotVerify' })
  const linked = { method: 'card', linkedId: data.transactionId }
  expect(arrival).toMatchObject({ ...linked, type: 'deposit', amount: 100_00, balance: 100_00 })
  expect(refund).toMatchObject({ ...linked, type: 'refund', amount: 3_20, balance: 103_20 })
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 103_20n, availableCents: 103_20n })
  expect((await deposits.houseOf('income:fees', ana)) - before).toBe(0)
})

test('the sender takes a send that waits back, and the sweep has nothing left to do about it', async () => {
  const { ana, transactionId, ref } = await aHeldSend()
  expect(await deposits.cancel(ana, transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await walletOf(ana)).toMatchObject({ availableCents: 100_00n })
  const { db } = app.services
  expect(await db.selectFrom('open_operations').selectAll().where('ref', '=', ref).execute()).toEqual([])
})

/** The groups in which what these operations used counts. */
const countedIn = async ({ id }: TestUser) =>
  (await app.services.db.selectFrom('limit_usage').select('operations').where('owner_id', '=', id).execute()).map(
    ({ operations }) => operations.split(','),
  )
const AS_DEPOSIT = [['deposit', 'card', 'outside', 'outgoing']]

test('what a send that was paid and taken back has used stays used: it is no way to add money past limits, fees and free places', async () => {
  const { ana, transactionId } = await aHeldSend()
  await deposits.cancel(ana, transactionId)
  expect(await deposits.usedBy(ana)).toEqual({ free: 1, cents: 100_00, broken: [] })
  expect(await countedIn(ana)).toEqual(AS_DEPOSIT)
})

/** Once the payment has gone back whole. */
const hasGivenBackAll = (user: TestUser) =>
  expect
    .poll(async () => {
      await app.runJobs()
      return deposits.usedBy(user)
    })
    .toEqual({ free: 0, cents: 0, broken: [] })

/** What came of the latest event of a type. */
const heardOf = (type: string) => async () => {
  await app.runJobs()
  return (await keptEvents(app)).findLast((event) => event.type === type)?.outcome
}

test('what does not go back after all leaves a send that waits where it is; what goes back gives it back first', async () => {
  const { ana, ben, transactionId, ref } = await aHeldSend()
  const [{ ref: paid } = { ref }] = await deposits.paymentsOf(ana)
  const happens = (action: string) => app.control('POST', `/card/payments/${paid}/${action}`)
  await app.control('POST', '/faults', { provider: 'card', fault: 'dropWebhook', times: 2 })
  await happens('refund')
  await happens('fail-refund')
  await expect.poll(heardOf('refund.failed')).toBe('done')
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ state: 'ON HOLD' })
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, availableCents: 0n })
  await happens('dispute')
  await happens('lose')
  await expect.poll(heardOf('charge.dispute.closed')).toBe('done')
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'returned' })
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([0, 950_00])
  expect(await deposits.usedBy(ana)).toEqual({ free: 0, cents: 0, broken: [] })
})

test('what its sender took back themselves gives back what it used once its payment has gone back whole', async () => {
  const { ana, transactionId } = await aHeldSend()
  await deposits.cancel(ana, transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await app.control('POST', `/card/payments/${ref}/refund`)
  await hasGivenBackAll(ana)
  expect(await deposits.balanceOf(ana)).toBe(0)
})

test('a send that waits and cannot be given back now is tried again, and nothing is taken from its receiver', async () => {
  const { ana, ref } = await aHeldSend()
  const payment = await findPayment(app.services.db, { ownerId: ana.id, ref })
  if (!payment) throw new Error('no payment')
  const refused = { accepted: false, refusal: { code: 'senderUnsufficientFunds' } } as Outcome
  const again = creditedOnceTaken(app.services, cardRail, async () => refused, payment)
  await expect(again).rejects.toThrow('senderUnsufficientFunds')
})

test.each([
  ['the receiver has closed the account', (_ana: TestUser, ben: TestUser) => change(ben, { status: 'closed' })],
  ['the receiver has blocked the sender', (ana: TestUser, ben: TestUser) => block(ben, ana)],
  ['the sender is frozen', (ana: TestUser) => change(ana, { status: 'frozen' })],
])(
  'money for a send arrives when %s: it is the sender’s, no free operation is used, and its limits are, as a deposit’s would be',
  async (_when, happens) => {
    const { ana, ben } = await two()
    const { data } = await send(ana, ben)
    await happens(ana, ben)
    await deposits.press(data.transactionId, 'pay')
    expect(await deposits.settled(ana, data.transactionId)).toMatchObject({
      state: 'CANCELLED',
      cancelReason: 'rejected',
      undeliverable: true,
      balance: null,
    })
    const [refund] = await rowsOf(ana)
    expect(refund).toMatchObject({ type: 'refund', amount: 100_00, balance: 100_00, linkedId: data.transactionId })
    expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([100_00, 0])
    const { db } = app.services
    expect(await db.selectFrom('free_operations').selectAll().where('owner_id', '=', ana.id).execute()).toEqual([])
    expect(await db.selectFrom('open_operations').select('ref').where('owner_id', '=', ana.id).execute()).toEqual([])
    const used = await db.selectFrom('limit_usage').selectAll().where('owner_id', '=', ana.id).execute()
    expect(used).toMatchObject([{ amount_cents: 100_00n, given_back_at: null }])
    const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
    await app.control('POST', `/card/payments/${ref}/refund`)
    await hasGivenBackAll(ana)
  },
)

test('the third payment of one sender that comes back within 30 days alarms operators, once', async () => {
  const { ana } = await two()
  const said: unknown[] = []
  const log = vi
    .spyOn(app.services.log, 'error')
    .mockImplementation(((...words: unknown[]) => said.push(words)) as never)
  const counts: number[] = []
  for (let times = 0; times < 4; times += 1) {
    const { ben } = await two()
    const { data } = await send(ana, ben, { amount: 20_00 })
    await block(ben, ana)
    await deposits.press(data.transactionId, 'pay')
    expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', undeliverable: true })
    counts.push(said.length)
  }
  log.mockRestore()
  expect(counts).toEqual([0, 0, 1, 1])
  const what = 'three payments of one sender came back undelivered within 30 days'
  expect(said).toEqual([[expect.objectContaining({ alert: true }), what]])
})

test('a sender who blocks the receiver before paying gets the money as a deposit, with its fee and its limits, and no place back', async () => {
  const { ana, ben } = await two()
  const { data } = await send(ana, ben)
  const waived = await deposits.houseOf('expense:promotion', ana)
  await block(ana, ben)
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'cancelledByUser',
    balance: null,
  })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'refund', amount: 100_00, linkedId: data.transactionId })
  expect((await deposits.houseOf('expense:promotion', ana)) - waived).toBe(-3_20)
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([100_00, 0])
  expect(await deposits.usedBy(ana)).toEqual({ free: 1, cents: 100_00, broken: [] })
  expect(await countedIn(ana)).toEqual(AS_DEPOSIT)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await app.control('POST', `/card/payments/${ref}/refund`)
  await hasGivenBackAll(ana)
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect((await deposits.houseOf('expense:promotion', ana)) - waived).toBe(0)
})

test('a sender who blocks the receiver before paying pays the fee of what comes back to them', async () => {
  const { ana, ben } = await two({ ana: 2 })
  await withoutFreePlaces(ana)
  const before = await deposits.houseOf('income:fees', ana)
  const { data } = await send(ana, ben)
  expect(data).toMatchObject({ fee: 3_20, totalCharge: 103_20 })
  await block(ana, ben)
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED' })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
  expect((await deposits.houseOf('income:fees', ana)) - before).toBe(3_20)
})

test('a contest of a part of a send that waits gives back neither fee nor place nor limits, open and won; lost whole, it gives back all', async () => {
  const { ana, ref } = await aHeldSend()
  const [{ ref: paid } = { ref }] = await deposits.paymentsOf(ana)
  const happens = (action: string, more: object = {}) => app.control('POST', `/card/payments/${paid}/${action}`, more)
  const heldCents = async () => {
    await app.runJobs()
    return Number((await walletOf(ana)).heldCents)
  }
  await happens('dispute', { amountCents: 1 })
  await expect.poll(heldCents).toBe(1)
  expect(await deposits.usedBy(ana)).toEqual({ free: 1, cents: 100_00, broken: [] })
  expect(await countedIn(ana)).toEqual(AS_DEPOSIT)
  await happens('win')
  await expect.poll(heldCents).toBe(0)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n })
  expect(await deposits.usedBy(ana)).toEqual({ free: 1, cents: 100_00, broken: [] })
  await happens('dispute')
  await happens('lose')
  await hasGivenBackAll(ana)
  expect(await deposits.balanceOf(ana)).toBe(0)
})

test('a fraud warning about a send that waits leaves its fee with us, and a refund of the whole gives it back with the rest', async () => {
  const { ana, ben } = await two({ ana: 2, ben: 0 })
  await withoutFreePlaces(ana)
  const before = await deposits.houseOf('income:fees', ana)
  const fees = async () => {
    await app.runJobs()
    return (await deposits.houseOf('income:fees', ana)) - before
  }
  const { data } = await send(ana, ben)
  await withBalance(app.services, ben, 950_00)
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await app.control('POST', `/card/payments/${ref}/fraud-warning`)
  await expect.poll(heardOf('radar.early_fraud_warning.created')).toBe('done')
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 100_00n })
  expect(await fees()).toBe(3_20)
  await app.control('POST', `/card/payments/${ref}/refund`)
  await expect.poll(fees).toBe(0)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
})

test('a send session of a deposit is none of a send', async () => {
  const { ana, ben } = await two()
  const { data } = await deposits.start(ana)
  expect(await send(ana, ben, { sendSessionId: data.sendSessionId })).toMatchObject({ code: 'notFound' })
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
})
