/** Money in by PayPal, as both people see it: approved on PayPal's page, captured by us, whoever brings the news. */
import { uuidOf } from '@puente/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { advancePayin } from '#features/payins/index.ts'
import { closingCheck } from '#features/limits/under-way-store.ts'
import type { Point } from '#platform/failpoints.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { dieAt } from '#test/die-at.ts'
import { aUser, signedIn } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { paypalRail } from './paypal-payins.ts'
import type { OrderSnapshot } from '#providers/paypal/port.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(async () => {
  await app.control('DELETE', '/faults')
})

type OrderView = { id: string; payerId: string; status: string; captureStatus: string | null; redirectUrl: string }
const refOf = (transactionId: string) => uuidOf(transactionId, 'txn') ?? ''
const act = (transactionId: string, action: string) =>
  app.control<OrderView>('POST', `/paypal/orders/${refOf(transactionId)}/${action}`)
const fault = (name: string, more: object = {}) =>
  app.control('POST', '/faults', { provider: 'paypal', fault: name, times: 1, ...more })
const nextCapture = (outcome: string, transactionId: string) =>
  app.control('POST', '/paypal/next', { outcome, match: refOf(transactionId) })
/** Captures that really happened over there, in cents. */
const capturesOf = async (transactionId: string) =>
  (
    await app.control<{ kind: string; amountCents: number }[]>(
      'GET',
      `/book?provider=paypal&ref=${refOf(transactionId)}`,
    )
  ).filter(({ kind }) => kind === 'capture')

const place = async (from: TestUser, to: TestUser, more: object = {}, key = newId()) =>
  app.call(
    'placePaypalOrder',
    { toUser: to.userId, amount: 100_00, currency: 'USD', note: 'Dinner', ...more },
    { key, headers: await signedIn(app.services, from) },
  )
const capture = async (user: TestUser, input: { paymentId: string; payerId: string }, key = newId()) =>
  app.call('capturePaypal', input, { key, headers: await signedIn(app.services, user) })
const two = async () => ({
  ana: await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' }),
  ben: await aUser(app.services, { tier: 1, fullName: 'Ben Lee' }),
})

test('API-26 P-11 an order leads to PayPal’s page and credits nothing before its capture', async () => {
  const { ana, ben } = await two()
  const { status, data } = await place(ana, ben)
  expect(status).toBe(200)
  expect(data).toMatchObject({ status: 'requiresAction', fee: 0, totalCharge: 100_00 })
  expect(data.transactionId).toMatch(/^txn_/)
  expect(data.sendSessionId).toMatch(/^pss_/)
  expect(data.approveUrl).toBe(`${app.services.config.sandboxPublicUrl}/paypal/approve?token=${data.orderId}`)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    type: 'sent',
    state: 'PENDING',
    method: 'paypal',
    fullName: 'Ben Lee',
    note: 'Dinner',
  })
  expect(await deposits.balanceOf(ben)).toBe(0)
  expect(await capturesOf(data.transactionId)).toEqual([])

  const approved = await act(data.transactionId, 'approve')
  expect(approved.redirectUrl).toBe(
    `${app.url}/payments/send/paypal/success?session=${data.sendSessionId}&token=${data.orderId}&PayerID=${approved.payerId}`,
  )
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([0, 100_00])
  expect(await capturesOf(data.transactionId)).toMatchObject([{ amountCents: 100_00 }])
})

test('coming back captures at once, and the events that follow change nothing', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook')
  const { id, payerId } = await act(data.transactionId, 'approve')
  const key = newId()
  const answers = [
    await capture(ana, { paymentId: id, payerId }, key),
    await capture(ana, { paymentId: id, payerId }, key),
  ]
  for (const { data: told } of answers) expect(told).toEqual({ transactionId: data.transactionId, state: 'COMPLETED' })
  await app.runJobs()
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  expect(await capturesOf(data.transactionId)).toHaveLength(1)
})

test('EC-52 invalidPayerId: a payer who is not the one of the order captures nothing', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook')
  const { id } = await act(data.transactionId, 'approve')
  expect(await capture(ana, { paymentId: id, payerId: 'SOMEBODYELSE1' })).toMatchObject({
    status: 422,
    code: 'invalidPayerId',
  })
  expect(await capturesOf(data.transactionId)).toEqual([])
})

test('EC-53 invalidpaymentId: an order that is not the caller’s is answered as one that there is not, and so is one that was captured or given up', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook')
  const { id: paymentId, payerId } = await act(data.transactionId, 'approve')
  const refused = { status: 422, code: 'invalidpaymentId' }
  expect(await capture(ben, { paymentId, payerId })).toMatchObject(refused)
  expect(await capture(ana, { paymentId: 'NOSUCHORDER000000', payerId })).toMatchObject(refused)
  expect(await capturesOf(data.transactionId)).toEqual([])

  const key = newId()
  const { data: taken } = await capture(ana, { paymentId, payerId }, key)
  expect(taken.state).toBe('COMPLETED')
  expect(await capture(ana, { paymentId, payerId })).toMatchObject(refused)
  expect((await capture(ana, { paymentId, payerId }, key)).data).toEqual(taken)

  const other = (await place(ana, ben)).data
  const orderId = other.orderId ?? ''
  expect((await deposits.cancel(ana, other.transactionId)).status).toBe(200)
  expect(await capture(ana, { paymentId: orderId, payerId })).toMatchObject(refused)
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('an order that PayPal calls captured already is credited by what it says itself, once, and its payer is answered', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook', { times: 4 })
  const { id: paymentId, payerId } = await act(data.transactionId, 'approve')
  // Between our reading of the order and our asking for its money it is captured under a key that is not the one we ask with.
  const { paypal } = app.services
  let reads = 0
  const fetch: typeof paypal.orders.fetch = async (...asked) => {
    const order = await paypal.orders.fetch(...asked)
    reads += 1
    if (reads === 2) await paypal.orders.capture({ providerId: paymentId, ref: newId() })
    return order
  }
  const asked = vi.fn<typeof paypal.orders.capture>((...call) => paypal.orders.capture(...call))
  app.services.paypal = { ...paypal, orders: { ...paypal.orders, fetch, capture: asked } }
  const answer = await capture(ana, { paymentId, payerId })
  app.services.paypal = paypal
  // PayPal answered ORDER_ALREADY_CAPTURED, and the order tells the rest.
  expect(asked).toHaveBeenCalledOnce()
  expect(answer.data).toEqual({ transactionId: data.transactionId, state: 'COMPLETED' })
  expect(await capturesOf(data.transactionId)).toMatchObject([{ amountCents: 100_00 }])
  await deposits.sweep(ana)
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('the order of an answer is the one that is stored, whatever the address of its page says', async () => {
  const { ana, ben } = await two()
  const foreign = (await place(ben, ana)).data
  const { paypal } = app.services
  const url = foreign.approveUrl
  const create: typeof paypal.orders.create = async (...asked) => ({ ...(await paypal.orders.create(...asked)), url })
  app.services.paypal = { ...paypal, orders: { ...paypal.orders, create } }
  const { data } = await place(ana, ben)
  app.services.paypal = paypal
  expect(data.orderId).not.toBe(foreign.orderId)
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ provider_id: data.orderId }])
})

test.each<[string, (other: OrderSnapshot) => Partial<OrderSnapshot>]>([
  ['another amount', () => ({ amountCents: 1_00n })],
  ['another currency', () => ({ currency: 'eur' })],
  ['another payment', ({ ref, providerId, url }) => ({ ref, providerId, url })],
])(
  'an answer about %s leads nowhere and takes nothing: a person looks, and the sweep asks again',
  async (what, lie) => {
    const { ana, ben } = await two()
    const other = (await place(ben, ana)).data
    const { paypal } = app.services
    const shown = await paypal.orders.fetch(other.orderId ?? '')
    if (!shown) throw new Error('an order that was placed is known')
    const create: typeof paypal.orders.create = async (...asked) => ({
      ...(await paypal.orders.create(...asked)),
      ...lie(shown),
    })
    app.services.paypal = { ...paypal, orders: { ...paypal.orders, create } }
    const { data } = await place(ana, ben)
    app.services.paypal = paypal
    expect(data).toMatchObject({ status: 'processing', orderId: null, approveUrl: null })
    expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
      state: 'ON HOLD',
      holdReason: 'providerUnknown',
    })
    const [kept] = await deposits.paymentsOf(ana)
    expect(kept?.provider_id).not.toBeNull()
    await act(what === 'another payment' ? other.transactionId : data.transactionId, 'approve')
    await deposits.sweep(ana)
    await deposits.sweep(ben)
    // What is another's stays another's; what was only told wrong goes on.
    const [mine, theirs] = what === 'another payment' ? ['ON HOLD', 'COMPLETED'] : ['COMPLETED', 'PENDING']
    expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: mine })
    expect(await deposits.rowOf(ben, other.transactionId)).toMatchObject({ state: theirs })
    expect((await deposits.balanceOf(ana)) + (await deposits.balanceOf(ben))).toBe(100_00)
    expect(await capturesOf(what === 'another payment' ? other.transactionId : data.transactionId)).toHaveLength(1)
  },
)

test.each<[string, Point, number]>([
  ['before it asks for the money', 'provider.before', 0],
  ['when the money was taken and nothing is posted', 'provider.after', 1],
])(
  'a process that ends %s is followed by another, and there is one capture and one credit',
  async (_when, point, taken) => {
    const { ana, ben } = await two()
    const { data } = await place(ana, ben)
    await fault('dropWebhook', { times: 4 })
    const { id, payerId } = await act(data.transactionId, 'approve')
    const died = dieAt(app, point)
    void capture(ana, { paymentId: id, payerId })
    await died
    expect(await capturesOf(data.transactionId)).toHaveLength(taken)
    const before = await deposits.balanceOf(ben)
    expect(before).toBe(0)
    if (taken === 0) {
      // Nobody asks beside it while it may still be at work, and nobody gives up what it may have taken.
      await deposits.sweep(ana)
      expect(await capturesOf(data.transactionId)).toEqual([])
      expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ code: 'serviceUnavailable' })
    }
    app.clock.advance(31_000)
    await deposits.sweep(ana)
    await deposits.sweep(ana)
    expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
    expect(await capturesOf(data.transactionId)).toHaveLength(1)
    expect(await deposits.balanceOf(ben)).toBe(100_00)
  },
)

test('a process that ends when the money is posted loses nothing but its answer, and the same call gets it', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook', { times: 4 })
  const { id, payerId } = await act(data.transactionId, 'approve')
  const { ledger } = app.services
  const post: typeof ledger.post = (command) =>
    command.kind === 'send.returned-from-paypal' ? Promise.reject(new Error('the power is gone')) : ledger.post(command)
  app.services.ledger = { ...ledger, post }
  const key = newId()
  expect(await capture(ana, { paymentId: id, payerId }, key)).toMatchObject({ status: 500 })
  app.services.ledger = ledger
  expect((await capture(ana, { paymentId: id, payerId }, key)).data).toMatchObject({ state: 'COMPLETED' })
  expect(await capturesOf(data.transactionId)).toHaveLength(1)
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('nobody comes back and no event arrives: the sweep captures what was approved', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook', { times: 4 })
  await act(data.transactionId, 'approve')
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('a deposit by PayPal returns to its own screens and raises the balance', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana, { method: 'paypal' })
  expect(data).toMatchObject({ tipo: 'redirect', fee: 0, totalCharge: 100_00 })
  const { redirectUrl } = await act(data.transactionId, 'approve')
  expect(redirectUrl).toContain(`${app.url}/deposit-now/success?session=${data.sendSessionId}&token=`)
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED', method: 'paypal' })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('an order that is COMPLETED while its capture is PENDING credits nothing; the capture decides', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await nextCapture('pend', data.transactionId)
  const { id, payerId } = await act(data.transactionId, 'approve')
  expect((await capture(ana, { paymentId: id, payerId })).data).toMatchObject({ state: 'PENDING' })
  expect((await app.control<OrderView[]>('GET', '/paypal/orders'))[0]).toMatchObject({
    status: 'COMPLETED',
    captureStatus: 'PENDING',
  })
  expect(await deposits.balanceOf(ben)).toBe(0)
  // Its money is on the way: it can neither be given up nor paid a second time.
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ providerHolds: true, cancellable: false })
  expect(await closingCheck(app.services.db.pool, ana.id)).toMatchObject([{ isCancellable: false }])
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({
    code: 'invalidTransactionId',
    details: { reason: 'providerHolds' },
  })
  await act(data.transactionId, 'complete-capture')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('a capture that was pending and is denied ends the send, and nothing was used', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await nextCapture('pend', data.transactionId)
  await act(data.transactionId, 'approve')
  await deposits.sweep(ana)
  await act(data.transactionId, 'deny-capture')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'declined',
  })
  expect(await deposits.balanceOf(ben)).toBe(0)
  const { db } = app.services
  expect(await db.selectFrom('free_operations').selectAll().where('owner_id', '=', ana.id).execute()).toEqual([])
})

test.each([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
])('%s is a decline, and another attempt goes on under the same send session', async (issue) => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await nextCapture(issue, data.transactionId)
  const { id, payerId } = await act(data.transactionId, 'approve')
  expect((await capture(ana, { paymentId: id, payerId })).data).toMatchObject({ state: 'CANCELLED' })
  expect(await deposits.sessionOf(ana, data.sendSessionId)).toMatchObject({ next: 'retryOrFinish' })
  const again = await place(ana, ben, { sendSessionId: data.sendSessionId })
  expect(again.data).toMatchObject({ status: 'requiresAction', sendSessionId: data.sendSessionId })
  expect(again.data.orderId).not.toBe(data.orderId)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    cancelReason: 'declined',
    laterAttempt: { id: again.data.transactionId, state: 'PENDING' },
  })
})

test('an attempt that PayPal is still deciding is the answer to the same payment alone, not to one of another amount or for another person', async () => {
  const { ana, ben } = await two()
  const carl = await aUser(app.services, { tier: 1 })
  const { sendSessionId, transactionId } = (await place(ana, ben)).data
  await nextCapture('pend', transactionId)
  const { id, payerId } = await act(transactionId, 'approve')
  expect((await capture(ana, { paymentId: id, payerId })).data).toMatchObject({ state: 'PENDING' })
  const conflict = { status: 409, code: 'idempotencyConflict', details: { reason: 'earlierAttempt' } }
  expect(await place(ana, ben, { sendSessionId, amount: 110_00 })).toMatchObject(conflict)
  expect(await place(ana, carl, { sendSessionId })).toMatchObject(conflict)
  expect((await place(ana, ben, { sendSessionId })).data).toMatchObject({ transactionId, status: 'processing' })
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ state: 'PENDING' })
})

test('a return from PayPal beside another attempt that gives its order up is answered by how that ended', async () => {
  const { ana, ben } = await two()
  const { sendSessionId, transactionId, orderId } = (await place(ana, ben)).data
  await fault('dropWebhook')
  const { payerId } = await act(transactionId, 'approve')
  const { ledger, paypal } = app.services
  const post = ledger.post.bind(ledger)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const ends = vi.fn<() => void>()
  const posting = vi.spyOn(ledger, 'post').mockImplementation(async (command) => {
    if (command.kind !== 'send.ended') return post(command)
    ends()
    await held
    return post(command)
  })
  const fetched = vi.spyOn(paypal.orders, 'fetch')
  const again = place(ana, ben, { sendSessionId })
  await expect.poll(() => ends.mock.calls.length).toBe(1)
  const returned = capture(ana, { paymentId: orderId ?? '', payerId })
  // The order is read by the attempt, and twice by the return.
  await expect.poll(() => fetched.mock.calls.length).toBe(3)
  setTimeout(release, 200)
  expect((await returned).data).toEqual({ transactionId, state: 'CANCELLED' })
  expect((await again).data).toMatchObject({ status: 'requiresAction' })
  expect(await capturesOf(transactionId)).toEqual([])
  for (const spy of [posting, fetched]) spy.mockRestore()
})

test('money that PayPal declined to give is not asked for again while the payment is being ended', async () => {
  const { ana, ben } = await two()
  const { transactionId, orderId } = (await place(ana, ben)).data
  await fault('dropWebhook')
  await nextCapture('INSTRUMENT_DECLINED', transactionId)
  const { payerId } = await act(transactionId, 'approve')
  const { ledger } = app.services
  const post = ledger.post.bind(ledger)
  const posting = vi.spyOn(ledger, 'post').mockImplementation(async (command) => {
    // An event of the order is worked off at that very moment.
    if (command.kind === 'send.ended')
      await advancePayin(app.services, paypalRail, { ownerId: ana.id, ref: refOf(transactionId) })
    return post(command)
  })
  const returned = await capture(ana, { paymentId: orderId ?? '', payerId })
  posting.mockRestore()
  expect(returned.data).toEqual({ transactionId, state: 'CANCELLED' })
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ cancelReason: 'declined' })
  expect(await capturesOf(transactionId)).toEqual([])
})

test.each(['COMPLIANCE_VIOLATION', 'AN_ISSUE_FROM_THE_FUTURE'])(
  '%s puts the send on hold: nothing about the money is decided',
  async (issue) => {
    const { ana, ben } = await two()
    const { data } = await place(ana, ben)
    await nextCapture(issue, data.transactionId)
    await act(data.transactionId, 'approve')
    expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'ON HOLD' })
    expect(await deposits.balanceOf(ben)).toBe(0)
  },
)

test('an order that is given up is never captured, although its payer approves it afterwards', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
  await act(data.transactionId, 'approve')
  await app.runJobs()
  await deposits.sweep(ana)
  expect(await capturesOf(data.transactionId)).toEqual([])
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED' })
})

test('giving up and capturing exclude each other: whoever is first, no money is taken for a send that ended', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook')
  const { id, payerId } = await act(data.transactionId, 'approve')
  await Promise.all([deposits.cancel(ana, data.transactionId), capture(ana, { paymentId: id, payerId })])
  const row = await deposits.settled(ana, data.transactionId)
  const taken = (await capturesOf(data.transactionId)).length
  expect(taken).toBe(row.state === 'COMPLETED' ? 1 : 0)
  expect(await deposits.balanceOf(ben)).toBe(taken * 100_00)
})

test('an approval that PayPal takes back ends the send', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await nextCapture('ORDER_COMPLETION_IN_PROGRESS', data.transactionId)
  await fault('dropWebhook')
  await act(data.transactionId, 'approve')
  await act(data.transactionId, 'reverse')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
})

test('nobody approves within three hours: the send expires', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await app.control('POST', '/clock/advance', { seconds: 3 * 3600 + 1 })
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
})

test.each([
  ['PayPal fails before it made the order', 'error500', '/wire/paypal/v2/checkout/orders'],
  ['the order is made and its answer cut', 'cutMidBody', '/wire/paypal/v2/checkout/orders'],
])(
  '%s: the send is under way, and the sweep finds or makes its one order',
  async (_what, name, path) => {
    const { ana, ben } = await two()
    await fault(name, { path })
    const { data } = await place(ana, ben)
    expect(data).toMatchObject({ status: 'processing', orderId: null, approveUrl: null })
    await deposits.sweep(ana)
    const session = await deposits.sessionOf(ana, data.sendSessionId)
    expect(session).toMatchObject({ next: 'pay', state: 'PENDING' })
    const ours = (await app.control<{ ref: string }[]>('GET', '/paypal/orders')).filter(
      ({ ref }) => ref === refOf(data.transactionId),
    )
    expect(ours).toHaveLength(1)
  },
  20_000,
)

test.each(['error500', 'cutMidBody', 'timeoutAfterCommit'])(
  'a capture whose answer is %s is asked about again, and takes the money once',
  async (name) => {
    const { ana, ben } = await two()
    const { data } = await place(ana, ben)
    await fault('dropWebhook', { times: 3 })
    const { id, payerId } = await act(data.transactionId, 'approve')
    await fault(name, {
      path: `/wire/paypal/v2/checkout/orders/${id}/capture`,
      ...(name === 'error500' && { after: true }),
    })
    expect((await capture(ana, { paymentId: id, payerId })).data).toMatchObject({ state: 'PENDING' })
    await deposits.sweep(ana)
    expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
    expect(await capturesOf(data.transactionId)).toHaveLength(1)
    expect(await deposits.balanceOf(ben)).toBe(100_00)
  },
)

test('a capture of another amount than asked goes to suspense, and nobody’s balance moves', async () => {
  const { ana, ben } = await two()
  const { data } = await place(ana, ben)
  await fault('dropWebhook', { times: 3 })
  const { id, payerId } = await act(data.transactionId, 'approve')
  const before = await deposits.houseOf('suspense:unmatched', ana)
  await fault('wrongAmount', { path: `/wire/paypal/v2/checkout/orders/${id}/capture` })
  expect((await capture(ana, { paymentId: id, payerId })).data).toMatchObject({ state: 'ON HOLD' })
  expect(await deposits.balanceOf(ben)).toBe(0)
  expect((await deposits.houseOf('suspense:unmatched', ana)) - before).toBe(100_01)
})
