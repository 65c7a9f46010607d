import { uuidOf } from '@puente/contract'
import { expect, test, vi } from 'vitest'
import { findPayment } from '#features/payments/index.ts'
import { newId } from '#platform/ids.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { cardRail } from '#features/cards/index.ts'
import { advancePayin } from './advance-payin.ts'
import { endPayin } from './end-payin.ts'
import { settlePayin } from './settle-payin.ts'

const app = appOfFile()
const deposits = depositsIn(app)

/** A deposit of $100 whose page is open, and the payment that the provider would report once it was paid as asked. */
const startedBy = async (owner: TestUser) => {
  const { data } = await deposits.start(owner)
  const ref = { ownerId: owner.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  const payment = (await findPayment(app.services.db, ref))!
  const paid: CheckoutSnapshot = {
    providerId: payment.providerId!,
    ref: ref.ref,
    outcome: 'succeeded',
    amountCents: 100_00n,
    currency: 'usd',
    paymentId: `pi_${newId()}`,
    url: null,
    wasDeclined: false,
    raw: 'complete/paid',
  }
  return { transactionId: data.transactionId, payment, paid }
}

const onHold = { state: 'ON HOLD', holdReason: 'providerUnknown' }

test('a payment that carries another reference is not credited: it goes to suspense, and the deposit on hold', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { transactionId, payment, paid } = await startedBy(ana)
  const before = await deposits.houseOf('suspense:unmatched', ana)
  await settlePayin(app.services, cardRail, payment, { ...paid, ref: newId() })
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject(onHold)
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect((await deposits.houseOf('suspense:unmatched', ana)) - before).toBe(100_00)
  // What reports and later events call it by leads to the person whose books it is in.
  expect(await findByObject(app.services.db, 'stripe', paid.paymentId!)).toEqual({
    ownerId: ana.id,
    ref: payment.ref,
  })
})

test('a payment in another currency is neither credited nor written into books that hold dollars', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { transactionId, payment, paid } = await startedBy(ana)
  const before = await deposits.houseOf('suspense:unmatched', ana)
  await settlePayin(app.services, cardRail, payment, { ...paid, currency: 'eur' })
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject(onHold)
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect((await deposits.houseOf('suspense:unmatched', ana)) - before).toBe(0)
})

test('a settled deposit is neither checked again nor asked about, and nothing ends it', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { transactionId, payment, paid } = await startedBy(ana)
  const open = () =>
    app.services.db.selectFrom('open_operations').select('ref').where('owner_id', '=', ana.id).execute()
  expect(await open()).toEqual([{ ref: payment.ref }])
  await settlePayin(app.services, cardRail, payment, paid)
  expect(await open()).toEqual([])
  const asked = vi.spyOn(app.services.card, 'fetch')
  await advancePayin(app.services, cardRail, payment)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  expect(await endPayin(app.services, payment, 'expired')).toMatchObject({
    accepted: false,
    refusal: { code: 'invalidTransactionId' },
  })
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect((await findPayment(app.services.db, payment))?.state).toBe('succeeded')
})
