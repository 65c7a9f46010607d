/** The numbers that a person agreed to are the numbers that the money call takes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { depositsIn } from '#test/deposits.ts'
import { payablesIn } from '#test/payables.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const payables = payablesIn(app)

const quote = async (user: TestUser, amount: number, how: { opFee: 'in-app' } | { opFee: 'stripe'; deposit: true }) => {
  const { data } = await app.call('feeAmount', { amount, ...how }, { headers: await deposits.headersOf(user) })
  expect(data).toMatchObject({
    LimitExceeded: false,
    amount,
    tier: 2,
    totalCharge: amount + data.fee,
    totalSend: amount,
  })
  return data
}

/** A person who has used so many of the free operations. */
const someone = async (freeUsed = 0) => {
  const user = await aUser(app.services, { tier: 2 })
  const at = new Date()
  const used = Array.from({ length: freeUsed }, () => ({ owner_id: user.id, movement_id: newId(), at }))
  if (used.length > 0) await app.services.db.insertInto('free_operations').values(used).execute()
  return user
}

test('ET-20 API-21 a card payment charges what was quoted for it, free or not, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 101, max: 1_000_00 }), fc.nat(3), async (amount, freeUsed) => {
      const ana = await someone(freeUsed)
      const { fee, totalCharge } = await quote(ana, amount, { opFee: 'stripe', deposit: true })
      expect(fee > 0).toBe(freeUsed === 3)
      expect(await deposits.start(ana, { amount, expectedTotalCharge: totalCharge - 1 })).toMatchObject({
        code: 'invalidAmount',
        details: { reason: 'quoteChanged', totalCharge },
      })
      const { data } = await deposits.start(ana, { amount, expectedTotalCharge: totalCharge })
      expect(data).toMatchObject({ fee, totalCharge })
      expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ amount, fee, puenteFee: fee })
      await deposits.press(data.transactionId, 'pay')
      const [charge] = await app.control<{ amountCents: number }[]>(
        'GET',
        `/book?provider=card&ref=${(await deposits.paymentsOf(ana))[0]?.ref}`,
      )
      expect(charge?.amountCents).toBe(totalCharge)
    }),
    { numRuns: 8, examples: [[123_45, 3]] },
  )
})

test('API-21 a send takes from one and gives to the other what was quoted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_500_00 }), async (amount) => {
      const [ana, ben] = [await someone(), await someone()]
      await withBalance(app.services, ana, 2_500_00)
      const { fee, totalCharge, totalSend } = await quote(ana, amount, { opFee: 'in-app' })
      const input = { toUser: ben.userId, amount, currency: 'USD', expectedTotalCharge: totalCharge } as const
      const headers = await deposits.headersOf(ana)
      const { data } = await app.call('sendInApp', input, { key: newId(), headers })
      expect(data).toMatchObject({ fee, totalCharge, balance: 2_500_00 - totalCharge })
      expect([await deposits.balanceOf(ana), await deposits.balanceOf(ben)]).toEqual([
        2_500_00 - totalCharge,
        totalSend,
      ])
    }),
    { numRuns: 8 },
  )
})

const headersOf = (user: TestUser) => deposits.headersOf(user)
const again = async (user: TestUser, more: object) =>
  (await app.call('feeAmount', { amount: 60_00, opFee: 'stripe', ...more }, { headers: await headersOf(user) })).data

const sending = (from: TestUser, to: TestUser) => async (more: object) =>
  app.call('startCheckout', { toUser: to.userId, amount: 60_00, currency: 'USD', ...more } as never, {
    key: newId(),
    headers: await headersOf(from),
  })

test('ET-20 an attempt begun again is quoted without what the one before holds, and charged so at once', async () => {
  const [ana, ben] = [await someone(2), await someone()]
  const begin = { send: sending(ana, ben), deposit: (more: object) => deposits.start(ana, { amount: 60_00, ...more }) }
  for (const kind of ['deposit', 'send'] as const) {
    const { sendSessionId, transactionId } = (await begin[kind]({})).data
    const asked = { deposit: kind === 'deposit' }
    expect(await again(ana, asked)).toMatchObject({ waived: false, freeLeft: 0 })
    expect(await again(ben, { ...asked, sendSessionId })).toEqual(await again(ben, asked))
    const quoted = await again(ana, { ...asked, sendSessionId })
    expect(quoted).toMatchObject({ waived: true, freeLeft: 1, totalCharge: 60_00 })
    const retried = await begin[kind]({ sendSessionId, expectedTotalCharge: quoted.totalCharge })
    expect(retried).toMatchObject({ status: 200, data: { fee: 0, totalCharge: 60_00 } })
    expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ cancelReason: 'triedAgain' })
    await deposits.cancel(ana, retried.data.transactionId)
    expect(await again(ana, { ...asked, sendSessionId })).toEqual(await again(ana, asked))
  }
})

test('ET-20 an attempt that the payment would not close changes no quote; one for an invoice or a request is closed by every way', async () => {
  const [ana, ben] = [await someone(2), await someone()]
  const { sendSessionId, transactionId } = (await sending(ana, ben)({})).data
  const others = [
    { opFee: 'paypal' },
    { opFee: 'zelle' },
    { opFee: 'paypalWithdraw' },
    { opFee: 'stripe', deposit: true },
    { opFee: 'stripe', invoice: true },
  ]
  for (const asked of others)
    expect(await again(ana, { ...asked, sendSessionId }), JSON.stringify(asked)).toEqual(await again(ana, asked))
  await deposits.cancel(ana, transactionId)
  const invoice = await payables.anInvoice(ben, ana, 60_00)
  const request = await payables.aRequest(ben, { asked: ana, amountCents: 60_00 })
  const pay = {
    invoice: (method: string, more: Record<string, unknown>) => payables.payInvoice(ana, invoice, method, more),
    request: (method: string, more: Record<string, unknown>) =>
      payables.payRequest(ana, { id: request.id }, method, more),
  }
  for (const kind of ['invoice', 'request'] as const) {
    const { transactionId: left } = (await pay[kind]('card', {})).data as { transactionId: string }
    const { sendSessionId: session } = await deposits.rowOf(ana, left)
    const asked = { opFee: 'paypal', invoice: kind === 'invoice' }
    expect(await again(ana, asked)).toMatchObject({ waived: false })
    const { totalCharge } = await again(ana, { ...asked, sendSessionId: session })
    expect(totalCharge).toBe(60_00)
    const paid = await pay[kind]('paypal', { expectedTotalCharge: totalCharge })
    expect(paid).toMatchObject({ status: 200, data: { totalCharge } })
    await deposits.cancel(ana, (paid.data as { transactionId: string }).transactionId)
  }
})

test('another attempt at a deposit is quoted without what the one before would bring into a wallet with a cap', async () => {
  const ana = await aUser(app.services, { tier: 0 })
  const full = { amount: 240_00 }
  const begun = [1, 2, 3, 4].map(() => deposits.start(ana, full))
  const { sendSessionId } = (await Promise.all(begun)).map(({ data }) => data)[0] ?? {}
  const asked = { ...full, deposit: true }
  expect(await again(ana, asked)).toMatchObject({ LimitExceeded: true, limit: { leftCents: 40_00 } })
  expect(await again(ana, { ...asked, sendSessionId })).toMatchObject({ LimitExceeded: false })
  expect(await deposits.start(ana, { ...full, sendSessionId })).toMatchObject({ status: 200 })
})

test('what limits leave for another attempt, and from when more passes, is quoted as the attempt is judged', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 0 }), await someone()]
  const send = sending(ana, ben)
  await send({ amount: 245_00 })
  const { sendSessionId } = (await send({ amount: 100_00 })).data
  for (const amount of [245_00, 245_00, 150_00]) await send({ amount })
  expect(await again(ana, { amount: 110_00 })).toMatchObject({ LimitExceeded: true, limit: { leftCents: 15_00 } })
  const within = await again(ana, { amount: 110_00, sendSessionId })
  expect(within).toMatchObject({ LimitExceeded: false, limit: { usedCents: 885_00, leftCents: 115_00 } })
  const { LimitExceeded, limit } = await again(ana, { amount: 200_00, sendSessionId })
  expect([LimitExceeded, limit?.freesCents]).toEqual([true, 245_00])
  const { row, usedCents, leftCents, freesAt, freesCents } = limit ?? {}
  expect(await send({ amount: 200_00, sendSessionId })).toMatchObject({
    code: 'limitExceeded',
    details: { row, usedCents, leftCents, freesAt, freesCents },
  })
})
