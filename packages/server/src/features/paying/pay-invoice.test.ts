/** Invoices paid by every method: what both sides see, where the money is, and that it is paid once whatever happens beside it. */
import { invoiceId, transactionId, uuidOf } from '@puente/contract'
import { beforeEach, expect, test } from 'vitest'
import { findNoLongerDue } from '#features/activity/find-no-longer-due.ts'
import { TERMS_VERSION } from '#features/content/index.ts'
import { endWait, releaseHeldTransfers } from '#features/transfers/held-transfers.ts'
import { checkMovements } from '#features/operations/invariants-store.ts'
import { findMovement } from '#features/wallet/index.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import type { Point } from '#platform/failpoints.ts'
import { newId } from '#platform/ids.ts'
import { cardsIn } from '#test/cards.ts'
import { depositsIn } from '#test/deposits.ts'
import { dieAt } from '#test/die-at.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const cards = cardsIn(app)
const { anInvoice, payInvoice, invoiceOf, rowsOf, refund, call } = payablesIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const METHODS = ['wallet', 'card', 'paypal', 'zelle'] as const
type Method = (typeof METHODS)[number]

/** Ben is to pay Ana. */
const two = async ({ ana = 1, ben = 1 }: { ana?: 0 | 1; ben?: 0 | 1 } = {}) => ({
  ana: await aUser(app.services, { tier: ana, fullName: 'Ana Ruiz' }),
  ben: await aUser(app.services, { tier: ben, fullName: 'Ben Lee' }),
})
const balances = async (...people: TestUser[]) => Promise.all(people.map((person) => deposits.balanceOf(person)))
const change = (user: TestUser, values: object) =>
  app.services.db.updateTable('users').set(values).where('owner_id', '=', user.id).execute()
const usedOf = async (user: TestUser) =>
  app.services.db.selectFrom('limit_usage').selectAll().where('owner_id', '=', user.id).execute()
const chargeFees = (user: TestUser) =>
  app.services.db
    .insertInto('free_operations')
    .values([1, 2, 3].map(() => ({ owner_id: user.id, movement_id: newId(), at: new Date() })))
    .execute()

type Begun = {
  transactionId: string
  tipo: string
  state: string
  url?: string
  invoiceSessionId?: `pss_${string}`
  zelle?: { memo: string; totalCharge: number }
}
const begunOf = (answer: { data: unknown }) => answer.data as Begun

let lastNumber = 700_000_000
/** What the payer does outside, by each method. */
const payOutside = async (method: Method, { transactionId: id, zelle }: Begun): Promise<void> => {
  const ref = deposits.refOf(id)
  if (method === 'card') await deposits.press(id, 'pay')
  if (method === 'paypal') await app.control('POST', `/paypal/orders/${ref}/approve`)
  if (method !== 'zelle') return
  lastNumber += 1
  const credit = {
    reference: String(lastNumber),
    amountCents: zelle?.totalCharge,
    senderName: 'BEN LEE',
    memo: zelle?.memo,
  }
  await app.control('POST', '/zelle/credits', credit)
  await pollFeed(app.services)
}
const settled = (user: TestUser, { transactionId: id }: Begun) => deposits.settled(user, id)

test('API-42 EF-10 an invoice is paid by each method to the last cent: completed from the wallet, at the bank’s app, on a provider’s page', async () => {
  const fees = { wallet: 0, card: 388, paypal: 388, zelle: 123 }
  const tipos = { wallet: 'completed', card: 'redirect', paypal: 'redirect', zelle: 'zelle' }
  for (const method of METHODS) {
    const { ana, ben } = await two()
    await withBalance(app.services, ben, 200_00)
    await chargeFees(ben)
    const id = await anInvoice(ana, ben, 123_45)
    const incomeBefore = await deposits.houseOf('income:fees', ben)
    const answer = await payInvoice(ben, id, method, { expectedTotalCharge: 123_45 + fees[method] })
    const begun = begunOf(answer)
    expect(answer, method).toMatchObject({
      status: 200,
      data: {
        tipo: tipos[method],
        fee: fees[method],
        totalCharge: 123_45 + fees[method],
        reference: expect.stringMatching(/^PU-/),
      },
    })
    if (method !== 'wallet') {
      expect(await invoiceOf(ana, id)).toMatchObject({
        state: 'processing',
        attemptId: deposits.refOf(begun.transactionId),
      })
      expect(await rowsOf(ana)).toEqual([])
      expect(await balances(ana, ben)).toEqual([0, 200_00])
      await payOutside(method, begun)
    }
    expect(await settled(ben, begun)).toMatchObject({
      type: 'invoice',
      state: 'COMPLETED',
      method,
      amount: 123_45,
      fee: fees[method],
      invoiceId: invoiceId(id),
      from: ben.userId,
      to: ana.userId,
      balance: method === 'wallet' ? 76_55 : null,
    })
    expect(await rowsOf(ana)).toMatchObject([
      {
        id: begun.transactionId,
        type: 'invoice',
        state: 'COMPLETED',
        method,
        amount: 123_45,
        invoiceId: invoiceId(id),
        balance: 123_45,
        from: ben.userId,
      },
    ])
    expect(await balances(ana, ben)).toEqual([123_45, method === 'wallet' ? 76_55 : 200_00])
    expect((await deposits.houseOf('income:fees', ben)) - incomeBefore).toBe(fees[method])
    for (const side of [ana, ben]) expect(await invoiceOf(side, id)).toMatchObject({ state: 'paid', attemptId: null })
    expect(await payInvoice(ben, id, method)).toMatchObject({ status: 409, code: 'invalidInvoice' })
    expect(await balances(ana)).toEqual([123_45])
  }
  const { ana, ben } = await two()
  const id = await anInvoice(ana, ben)
  expect(await payInvoice(ben, id, 'bank')).toMatchObject({ status: 400, code: 'invalidPayMethod' })
  expect(await payInvoice(ben, id, 'wallet', { amount: 1 })).toMatchObject({ status: 400, code: 'invalidRequest' })
  expect(await payInvoice(ben, id, 'card', { expectedTotalCharge: 1 })).toMatchObject({
    code: 'invalidAmount',
    details: { reason: 'quoteChanged' },
  })
  expect(await payInvoice(ben, id, 'wallet')).toMatchObject({ status: 422, code: 'senderUnsufficientFunds' })
  expect(await payInvoice(ana, id, 'wallet')).toMatchObject({ code: 'invalidInvoice' })
  expect(await payInvoice(await aUser(app.services, { tier: 1 }), id, 'wallet')).toMatchObject({
    code: 'invalidInvoice',
  })
  expect(await payInvoice(ben, newId(), 'wallet')).toMatchObject({ code: 'invalidInvoice' })
  expect(await invoiceOf(ben, id)).toMatchObject({ state: 'toPay' })
  expect(await payInvoice(ben, await anInvoice(ana, ben, 1_00), 'card')).toMatchObject({
    code: 'invalidAmount',
    details: { reason: 'cardMinimum' },
  })
})

test('a saved card says at once what became of it: paid, declined, or to be confirmed on a page', async () => {
  const { ana, ben } = await two()
  const id = await anInvoice(ana, ben)
  expect(await payInvoice(ben, id, 'card', { cardId: 'pm_unknown' })).toMatchObject({
    status: 422,
    code: 'invalidCardNumber',
  })
  const cardId = await cards.save(ben)
  await cards.next('decline')
  const declined = await payInvoice(ben, id, 'card', { cardId })
  expect(declined).toMatchObject({ data: { tipo: 'declined', status: 'declined', state: 'CANCELLED' } })
  expect(await invoiceOf(ana, id)).toMatchObject({ state: 'toPay', attemptId: null })
  const asked = await payInvoice(ben, id, 'card', { cardId: await cards.save(ben, '3155') })
  expect(asked).toMatchObject({ data: { tipo: 'redirect', status: 'requiresAction', url: expect.any(String) } })
  expect(await invoiceOf(ana, id)).toMatchObject({ state: 'processing' })
  const paid = await payInvoice(ben, id, 'card', { cardId })
  expect(paid).toMatchObject({ data: { tipo: 'completed', status: 'completed', state: 'COMPLETED' } })
  expect(await balances(ana)).toEqual([100_00])
  expect(await invoiceOf(ana, id)).toMatchObject({ state: 'paid' })
})

test('API-42 fifty payments of one invoice at once, by all methods: it is paid once, and what came besides is given back with its fee', async () => {
  const { ana, ben } = await two()
  await withBalance(app.services, ben, 9_000_00)
  await chargeFees(ben)
  const id = await anInvoice(ana, ben)
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => payInvoice(ben, id, METHODS[n % 4]!)))
  const begun = answers.filter(({ status }) => status === 200)
  for (const { code } of answers.filter(({ status }) => status !== 200))
    expect(['invalidInvoice', 'serviceUnavailable', 'tooManyRequests']).toContain(code)
  const wallet = begun.filter(({ data }) => (data as Begun).tipo === 'completed')
  expect(wallet.length).toBeLessThanOrEqual(1)
  // Whatever page is still open is paid as well.
  for (const answer of begun)
    for (const method of ['card', 'paypal', 'zelle'] as const)
      if (begunOf(answer).tipo !== 'completed') await payOutside(method, begunOf(answer)).catch(() => {})
  await deposits.sweep(ben)
  await app.runJobs()
  expect(await invoiceOf(ana, id)).toMatchObject({ state: 'paid' })
  expect(await balances(ana)).toEqual([100_00])
  expect((await rowsOf(ana)).length).toBe(1)
  const rows = await rowsOf(ben)
  expect(rows.filter(({ type, state }) => type === 'invoice' && state === 'COMPLETED')).toHaveLength(1)
})

test('a page that was left is closed when its payer pays in another way, and can no longer be paid; one that was paid is the answer', async () => {
  const { ana, ben } = await two()
  await withBalance(app.services, ben, 500_00)
  const id = await anInvoice(ana, ben)
  const left = begunOf(await payInvoice(ben, id, 'card'))
  const headers = await signedIn(app.services, ben)
  expect(await app.raw('getInvoice', { invoiceId: invoiceId(id) }, { headers })).toMatchObject({
    data: { state: 'processing', acts: ['pay'], underWay: { transactionId: left.transactionId } },
  })
  const again = begunOf(await payInvoice(ben, id, 'card', { invoiceSessionId: left.invoiceSessionId }))
  expect(again.invoiceSessionId).toBe(left.invoiceSessionId)
  const paypal = begunOf(await payInvoice(ben, id, 'paypal'))
  expect(new Set([left, again, paypal].map(({ transactionId: txn }) => txn)).size).toBe(3)
  expect(await invoiceOf(ben, id)).toMatchObject({ attemptId: deposits.refOf(paypal.transactionId) })
  expect(await payInvoice(ben, id, 'wallet')).toMatchObject({ data: { tipo: 'completed' } })
  for (const { transactionId: txn } of [left, again, paypal])
    expect(await deposits.rowOf(ben, txn)).toMatchObject({ state: 'CANCELLED', cancelReason: 'triedAgain' })
  await deposits.press(left.transactionId, 'pay').catch(() => {})
  expect(await deposits.chargesOf(left.transactionId)).toBe(0)
  expect(await balances(ana, ben)).toEqual([100_00, 400_00])
  expect((await usedOf(ben)).filter(({ given_back_at: back }) => back === null)).toHaveLength(1)

  const other = await anInvoice(ana, ben)
  const page = begunOf(await payInvoice(ben, other, 'card'))
  await deposits.fault('dropWebhook')
  await deposits.press(page.transactionId, 'pay')
  expect(await payInvoice(ben, other, 'wallet')).toMatchObject({
    data: { tipo: 'completed', state: 'COMPLETED', transactionId: page.transactionId },
  })
  expect(await balances(ana, ben)).toEqual([200_00, 400_00])
  // A session of something else leads nowhere.
  const third = await anInvoice(ana, ben)
  const foreign = { invoiceSessionId: page.invoiceSessionId }
  expect(await payInvoice(ben, third, 'card', foreign)).toMatchObject({ code: 'notFound' })
  expect(await deposits.sessionOf(ben, page.invoiceSessionId!)).toMatchObject({
    invoiceId: invoiceId(other),
    next: 'done',
  })
  const open = begunOf(await payInvoice(ben, third, 'card'))
  for (const { invoiceSessionId: sendSessionId } of [page, open])
    expect(
      await call(ben, 'startCheckout', { toUser: ana.userId, amount: 100_00, currency: 'USD', sendSessionId }),
    ).toMatchObject({ status: 404, code: 'notFound' })
  expect(await invoiceOf(ben, third)).toMatchObject({ attemptId: deposits.refOf(open.transactionId) })
})

test('EF-16 the session of an invoice is shown to its payer alone, and for three hours', async () => {
  const { ana, ben } = await two()
  const { invoiceSessionId: id } = begunOf(await payInvoice(ben, await anInvoice(ana, ben), 'card'))
  const shownTo = async (user: TestUser) =>
    app.call('paymentSession', { id: id! }, { headers: await signedIn(app.services, user) })
  const theirs = await anInvoice(ben, ana)
  expect(await payInvoice(ana, theirs, 'card', { invoiceSessionId: id })).toMatchObject({ code: 'notFound' })
  expect(await shownTo(ana)).toMatchObject({ status: 404, code: 'notFound' })
  app.clock.advance((3 * 60 - 1) * 60_000)
  expect(await shownTo(ben)).toMatchObject({ status: 200, data: { next: 'pay' } })
  app.clock.advance(2 * 60_000)
  expect(await shownTo(ben)).toMatchObject({ status: 404, code: 'notFound' })
})

test('a provider that says nothing leaves the attempt as it is: the answer is that it is being processed, and nothing new begins', async () => {
  const { ana, ben } = await two()
  await withBalance(app.services, ben, 500_00)
  const id = await anInvoice(ana, ben)
  const page = begunOf(await payInvoice(ben, id, 'card'))
  await deposits.fault('error500', { times: 20 })
  expect(await payInvoice(ben, id, 'wallet')).toMatchObject({
    data: { tipo: 'processing', transactionId: page.transactionId },
  })
  expect(await balances(ana, ben)).toEqual([0, 500_00])
  await app.control('DELETE', '/faults')
  await payOutside('card', page)
  expect(await settled(ben, page)).toMatchObject({ state: 'COMPLETED' })
  expect(await balances(ana, ben)).toEqual([100_00, 500_00])
})

test('one invoice has one code for Zelle; money that comes by it after the invoice was paid is the payer’s again, fee and all', async () => {
  const { ana, ben } = await two()
  await withBalance(app.services, ben, 100_00)
  await chargeFees(ben)
  const id = await anInvoice(ana, ben)
  const first = begunOf(await payInvoice(ben, id, 'zelle'))
  const second = begunOf(await payInvoice(ben, id, 'zelle'))
  expect(second).toEqual(first)
  expect(await deposits.rowOf(ben, first.transactionId)).not.toHaveProperty('noLongerDue')
  expect(await payInvoice(ben, id, 'wallet')).toMatchObject({ data: { tipo: 'completed' } })
  expect(await balances(ana, ben)).toEqual([100_00, 0])
  const waits = { id: first.transactionId, state: 'PENDING', noLongerDue: 'paid' }
  expect(await deposits.rowOf(ben, first.transactionId)).toMatchObject(waits)
  for (const [list, asked] of [
    ['listTransactions', { underWay: true }],
    ['getTransactions', { transactionIds: [first.transactionId] }],
  ] as const)
    expect(await call(ben, list, asked)).toMatchObject({ data: { items: [waits] } })
  // Of one that ended while its money waited for its receiver something had come.
  const movementId = uuidOf(first.transactionId, 'txn') ?? ''
  const movement = await findMovement(app.services.db, { ownerId: ben.id, movementId })
  const ended = { ...movement!, state: 'CANCELLED', cancelReason: 'expired' } as const
  const waited = { ...ended, details: { ...ended.details, returnsAt: '2099-11-30T15:00:00.000Z' } }
  const due = (of: typeof ended) => findNoLongerDue(app.services.db, [of], app.services.clock.now())
  expect([(await due(ended)).size, (await due(waited)).size]).toEqual([1, 0])
  await payOutside('zelle', first)
  expect(await settled(ben, first)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected', notNeeded: true })
  expect(await deposits.rowOf(ben, first.transactionId)).not.toHaveProperty('noLongerDue')
  expect((await rowsOf(ben))[0]).toMatchObject({
    type: 'refund',
    amount: 101_00,
    balance: 101_00,
    linkedId: first.transactionId,
    invoiceId: invoiceId(id),
  })
  expect(await balances(ana, ben)).toEqual([100_00, 101_00])
  for (const side of [ana, ben]) expect(await invoiceOf(side, id)).toMatchObject({ state: 'paid', refundedCents: 0n })
})

test('what fails, expires or is given up can be paid again, and has used nothing of limits and free operations', async () => {
  const { ana, ben } = await two()
  const ends: [Method, (begun: Begun) => Promise<unknown>][] = [
    ['card', ({ transactionId: txn }) => deposits.press(txn, 'expire')],
    ['paypal', ({ transactionId: txn }) => deposits.cancel(ben, txn)],
    ['zelle', ({ transactionId: txn }) => deposits.cancel(ben, txn)],
  ]
  const id = await anInvoice(ana, ben)
  for (const [method, end] of ends) {
    const begun = begunOf(await payInvoice(ben, id, method))
    expect(
      await app.raw('declineInvoice', { invoiceId: invoiceId(id) }, { headers: await signedIn(app.services, ben) }),
    ).not.toMatchObject({ status: 200 })
    await end(begun)
    expect(await settled(ben, begun), method).toMatchObject({ state: 'CANCELLED' })
    for (const side of [ana, ben]) expect(await invoiceOf(side, id)).toMatchObject({ state: 'toPay', attemptId: null })
  }
  expect((await usedOf(ben)).every(({ given_back_at: back }) => back !== null)).toBe(true)
  const { db } = app.services
  expect(await db.selectFrom('free_operations').selectAll().where('owner_id', '=', ben.id).execute()).toEqual([])
  expect(await deposits.cancel(ana, begunOf(await payInvoice(ben, id, 'card')).transactionId)).toMatchObject({
    code: 'invalidTransactionId',
  })
})

test('an unverified issuer who would have more than $1,000 gets it once verified: until then the invoice is being paid, and it goes back after fourteen days', async () => {
  const { ana, ben } = await two({ ana: 0 })
  await withBalance(app.services, ana, 950_00)
  await withBalance(app.services, ben, 500_00)
  const [byWallet, byCard, late] = [await anInvoice(ana, ben), await anInvoice(ana, ben), await anInvoice(ana, ben)]
  const held = begunOf(await payInvoice(ben, byWallet, 'wallet'))
  expect(held).toMatchObject({ tipo: 'processing', state: 'ON HOLD' })
  for (const side of [ana, ben])
    expect(await invoiceOf(side, byWallet)).toMatchObject({
      state: 'processing',
      attemptId: deposits.refOf(held.transactionId),
    })
  // Its money is set aside: nothing else is taken for it.
  expect(await payInvoice(ben, byWallet, 'card')).toMatchObject({
    data: { tipo: 'processing', state: 'ON HOLD', transactionId: held.transactionId },
  })
  const page = begunOf(await payInvoice(ben, byCard, 'card'))
  await payOutside('card', page)
  expect(await settled(ben, page)).toMatchObject({ state: 'ON HOLD', holdReason: 'recipientKycRequired' })
  expect(await invoiceOf(ana, byCard)).toMatchObject({ state: 'processing' })
  const waiting = begunOf(await payInvoice(ben, late, 'wallet'))
  await endWait(app.services, ben.id, deposits.refOf(waiting.transactionId))
  expect(await invoiceOf(ben, late)).toMatchObject({ state: 'toPay', attemptId: null })
  await change(ana, { tier: 1 })
  await releaseHeldTransfers(app.services, ana.id)
  for (const one of [byWallet, byCard])
    expect(await invoiceOf(ana, one)).toMatchObject({ state: 'paid', attemptId: null })
  expect(await balances(ana, ben)).toEqual([1_150_00, 400_00])
})

test('what was asked for is paid at once, also by somebody who likes to undo first payments', async () => {
  const { ana, ben } = await two()
  await withBalance(app.services, ben, 100_00)
  const headers = await signedIn(app.services, ben)
  expect(await app.raw('changePreferences', { undoMinutes: 60 }, { headers })).toMatchObject({ status: 200 })
  expect(await payInvoice(ben, await anInvoice(ana, ben), 'wallet')).toMatchObject({ data: { tipo: 'completed' } })
  expect(await balances(ana, ben)).toEqual([100_00, 0])
})

test('an unverified payer pays from the wallet within the limits of money from outside, and counts there', async () => {
  const { ana, ben } = await two({ ben: 0 })
  await withBalance(app.services, ben, 900_00)
  expect(await payInvoice(ben, await anInvoice(ana, ben, 250_01), 'wallet')).toMatchObject({
    code: 'limitExceeded',
    details: { row: 'L-01' },
  })
  expect(await payInvoice(ben, await anInvoice(ana, ben, 250_00), 'wallet')).toMatchObject({ status: 200 })
  expect(await usedOf(ben)).toMatchObject([{ operations: 'inApp,outside,outgoing', amount_cents: 250_00n }])
  const violations = await checkMovements(app.services.db.pool)
  const ofLimits = violations.filter(({ invariant }) => invariant.includes('limits') || invariant.includes('free'))
  expect(ofLimits.filter(({ where }) => JSON.stringify(where).includes(ben.id))).toEqual([])
})

test.each([
  ['the issuer has closed the account', (ana: TestUser) => change(ana, { status: 'closed' })],
  ['the payer is frozen', (_: TestUser, ben: TestUser) => change(ben, { status: 'frozen' })],
])('money that comes when %s is the payer’s, and the invoice is to be paid again', async (_when, happens) => {
  const { ana, ben } = await two()
  const id = await anInvoice(ana, ben)
  const page = begunOf(await payInvoice(ben, id, 'card'))
  await happens(ana, ben)
  await payOutside('card', page)
  expect(await settled(ben, page)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await balances(ana, ben)).toEqual([0, 100_00])
  expect(await invoiceOf(ben, id)).toMatchObject({ state: 'toPay', attemptId: null })
  await change(ben, { status: 'open' })
  if (_when.startsWith('the issuer')) expect(await payInvoice(ben, id, 'wallet')).toMatchObject({ code: 'invalidUser' })
})

test('a dispute after it was paid takes the money from its issuer, beside an invoice that stays paid', async () => {
  const { ana, ben } = await two()
  const id = await anInvoice(ana, ben)
  const page = begunOf(await payInvoice(ben, id, 'card'))
  await payOutside('card', page)
  await settled(ben, page)
  await app.control('POST', `/card/payments/${deposits.refOf(page.transactionId)}/dispute`)
  await expect
    .poll(async () => {
      await app.runJobs()
      return (await rowsOf(ana))[0]
    })
    .toMatchObject({ type: 'reversal', state: 'ON HOLD', linkedId: page.transactionId, amount: 100_00 })
  expect(await invoiceOf(ana, id)).toMatchObject({ state: 'paid', refundedCents: 0n })
  expect(await refund(ana, id)).toMatchObject({ code: 'invalidInvoice' })
})

test.each(['provider.before', 'provider.after'] satisfies Point[])(
  'a process that dies at %s leaves an invoice that is being paid; the sweep goes on, and it is paid once',
  async (point) => {
    const { ana, ben } = await two()
    const id = await anInvoice(ana, ben)
    const cardId = await cards.save(ben)
    const died = dieAt(app, point)
    void payInvoice(ben, id, 'card', { cardId })
    await died
    expect(await invoiceOf(ana, id)).toMatchObject({ state: 'processing' })
    const { attemptId } = (await invoiceOf(ben, id))!
    await app.services.db
      .updateTable('provider_operations')
      .set({ lease_until: null })
      .where('owner_id', '=', ben.id)
      .execute()
    await deposits.sweep(ben)
    expect(await settled(ben, { transactionId: transactionId(attemptId!) } as Begun)).toMatchObject({
      state: 'COMPLETED',
    })
    await deposits.sweep(ben)
    expect(await invoiceOf(ana, id)).toMatchObject({ state: 'paid' })
    expect(await balances(ana)).toEqual([100_00])
    expect(await deposits.chargesOf(transactionId(attemptId!))).toBe(1)
  },
)

test('X-36 a payer learns the issuer’s language until it is paid, and the wording they were shown stays with their own row', async () => {
  const consent = { version: '2026-11-24', langs: ['en', 'ko'] }
  for (const method of ['wallet', 'card'] as const) {
    const { ana, ben } = await two()
    await withBalance(app.services, ben, 200_00)
    await change(ana, { lang: 'ko-KR' })
    const id = await anInvoice(ana, ben)
    const langOf = async (side: TestUser) => {
      const answer = await app.raw(
        'getInvoice',
        { invoiceId: invoiceId(id) },
        { headers: await signedIn(app.services, side) },
      )
      return (answer.data as { lang?: string }).lang
    }
    expect([await langOf(ben), await langOf(ana)]).toEqual(['ko', undefined])
    for (const wrong of [{ version: '2020-01-01' }, { langs: [] }, { langs: ['en', 'en'] }, { langs: ['fr'] }])
      expect(await payInvoice(ben, id, method, { consent: { ...consent, ...wrong } })).toMatchObject({
        status: 400,
        code: 'invalidRequest',
      })
    const begun = begunOf(await payInvoice(ben, id, method, { consent }))
    if (method === 'card') await payOutside(method, begun)
    expect(await settled(ben, begun)).toMatchObject({
      state: 'COMPLETED',
      consent: { ...consent, terms: TERMS_VERSION },
    })
    const [received] = await rowsOf(ana)
    expect(received).not.toHaveProperty('consent')
    expect(await langOf(ben)).toBeUndefined()
  }
})
