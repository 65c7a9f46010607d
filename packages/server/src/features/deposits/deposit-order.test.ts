/** Whatever order news comes in, and however often, one payment ends in one state with one credit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { uuidOf } from '@puente/contract'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { cardRail } from '#features/cards/index.ts'
import { applySnapshot } from '#features/payins/advance-payin.ts'
import { findPayment } from '#features/payments/payments-store.ts'
import { depositsIn } from '#test/deposits.ts'

const app = appOfFile()
const deposits = depositsIn(app)

/** What the provider said at different moments of one payment's life, as late news may bring it. */
const lives: Record<string, { said: Partial<CheckoutSnapshot>[]; ends: { state: string; balance: number } }> = {
  'paid after a decline': {
    said: [
      { outcome: 'open' },
      { outcome: 'open', wasDeclined: true },
      { outcome: 'processing' },
      { outcome: 'succeeded' },
    ],
    ends: { state: 'succeeded', balance: 100_00 },
  },
  'never tried': {
    said: [{ outcome: 'open' }, { outcome: 'expired' }],
    ends: { state: 'expired', balance: 0 },
  },
  'declined and given up': {
    said: [{ outcome: 'open' }, { outcome: 'open', wasDeclined: true }, { outcome: 'expired', wasDeclined: true }],
    ends: { state: 'failed', balance: 0 },
  },
}

const aSnapshot = (providerId: string, ref: string): CheckoutSnapshot => ({
  providerId,
  ref,
  outcome: 'open',
  amountCents: 100_00n,
  currency: 'usd',
  paymentId: `pi_${ref}`,
  url: null,
  wasDeclined: false,
  raw: '',
})

const lived = async (said: Partial<CheckoutSnapshot>[]) => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const ref = { ownerId: ana.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  const { providerId } = (await findPayment(app.services.db, ref))!
  for (const news of said) {
    const payment = (await findPayment(app.services.db, ref))!
    await applySnapshot(app.services, cardRail, payment, { ...aSnapshot(providerId!, ref.ref), ...news })
  }
  return { state: (await findPayment(app.services.db, ref))!.state, balance: await deposits.balanceOf(ana) }
}

for (const [name, { said, ends }] of Object.entries(lives)) {
  test(`a payment that was ${name} ends alike in any order of its news, with repeats`, async () => {
    const orders = fc.shuffledSubarray([...said, ...said], { minLength: said.length * 2 })
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        expect(await lived(order)).toEqual(ends)
      }),
      { numRuns: 12 },
    )
  })
}

test('money for a payment that was given up goes to suspense, once, and is never credited', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.cancel(ana, data.transactionId)
  const ref = { ownerId: ana.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  const payment = (await findPayment(app.services.db, ref))!
  const before = await deposits.houseOf('suspense:unmatched', ana)
  const late: CheckoutSnapshot = { ...aSnapshot(payment.providerId!, ref.ref), outcome: 'succeeded' }
  await applySnapshot(app.services, cardRail, payment, late)
  await applySnapshot(app.services, cardRail, payment, late)
  expect((await deposits.houseOf('suspense:unmatched', ana)) - before).toBe(100_00)
  expect(await deposits.balanceOf(ana)).toBe(0)
})
