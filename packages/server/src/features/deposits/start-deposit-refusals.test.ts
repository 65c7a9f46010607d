import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { depositsIn } from '#test/deposits.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

test('EF-16 a foreign send session or transaction is as unknown as one that does not exist', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  const { data } = await deposits.start(ana)
  const headers = await deposits.headersOf(ben)
  const unknown = `pss_${'0'.repeat(32)}` as const
  for (const id of [data.sendSessionId, unknown])
    expect(await app.call('paymentSession', { id }, { headers })).toMatchObject({ status: 404, code: 'notFound' })
  for (const id of [data.sendSessionId, unknown])
    expect(await deposits.start(ben, { sendSessionId: id })).toMatchObject({ code: 'notFound' })
  expect(await deposits.cancel(ben, data.transactionId)).toMatchObject({ code: 'invalidTransactionId' })
})

test('V-24 C-10 a card pays more than a dollar, and there is no other way to pay in', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  expect(await deposits.start(ana, { amount: 100 })).toMatchObject({
    status: 400,
    code: 'invalidAmount',
    details: { reason: 'cardMinimum' },
  })
  const send = { toUser: (await aUser(app.services, { tier: 1 })).userId, currency: 'USD', amount: 100 }
  const headers = await deposits.headersOf(ana)
  expect(await app.raw('startCheckout', send, { key: newId(), headers })).toMatchObject({
    status: 400,
    code: 'invalidAmount',
    details: { reason: 'cardMinimum' },
  })
  expect(await deposits.start(ana, { amount: 101 })).toMatchObject({ status: 200 })
  expect(await deposits.start(ana, { method: 'wallet' })).toMatchObject({ status: 400, code: 'invalidPayMethod' })
})

test('a quote that has changed is refused before anything is stored', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  expect(await deposits.start(ana, { expectedTotalCharge: 103_20 })).toMatchObject({
    code: 'invalidAmount',
    details: { reason: 'quoteChanged', totalCharge: 100_00, waived: true },
  })
})

test('tier 0 deposits within $250 at a time and $1,000 in the wallet, those under way included', async () => {
  const ana = await aUser(app.services, { tier: 0 })
  expect(await deposits.start(ana, { amount: 250_01 })).toMatchObject({
    status: 422,
    code: 'limitExceeded',
    details: { row: 'L-01' },
  })
  for (const amount of [250_00, 250_00, 250_00])
    expect(await deposits.start(ana, { amount })).toMatchObject({ status: 200 })
  expect(await deposits.start(ana, { amount: 250_00 })).toMatchObject({ status: 200 })
  expect(await deposits.start(ana, { amount: 1_01 })).toMatchObject({
    code: 'limitExceeded',
    details: { row: 'L-03', leftCents: 0, reason: 'always' },
  })
})

test('deposits need verified contacts and an open account', async () => {
  const nobody = await aUser(app.services)
  expect(await deposits.start(nobody)).toMatchObject({ status: 403, code: 'emailNotVerified' })
  const noPhone = await aUser(app.services, { emailVerified: true })
  expect(await deposits.start(noPhone)).toMatchObject({ status: 403, code: 'kycRequired' })
  const frozen = await aUser(app.services, { tier: 1 })
  await app.services.db.updateTable('users').set({ status: 'frozen' }).where('owner_id', '=', frozen.id).execute()
  expect(await deposits.start(frozen)).toMatchObject({ status: 403, code: 'accountRestricted' })
})

// The last one, since it moves the clock.
test('EF-16 a send session is over after three hours, and not before', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const shown = async () =>
    app.call('paymentSession', { id: data.sendSessionId }, { headers: await deposits.headersOf(ana) })
  app.clock.advance((3 * 60 - 1) * 60_000)
  expect(await shown()).toMatchObject({ status: 200, data: { transactionId: data.transactionId } })
  app.clock.advance(2 * 60_000)
  expect(await shown()).toMatchObject({ status: 404, code: 'notFound' })
})
