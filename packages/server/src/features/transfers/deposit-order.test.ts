/** Whatever order news comes in, and however often, one payment ends in one state with one credit. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { aUser, signedIn } from '#test/factories.ts'
import { uuidOf } from '@puente/contract'
import { newId } from '#platform/ids.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { applySnapshot } from './advance-deposit.ts'
import { findOperation } from './operations-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect((await app.services.ledger.check()).violations).toEqual([])
  await app.close()
})

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
  'never paid': {
    said: [{ outcome: 'open' }, { outcome: 'open', wasDeclined: true }, { outcome: 'expired' }],
    ends: { state: 'expired', balance: 0 },
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
  const headers = await signedIn(app.services, ana)
  const { data } = await app.call(
    'startDeposit',
    { method: 'card', amount: 100_00, currency: 'USD' },
    { key: newId(), headers },
  )
  const ref = { ownerId: ana.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  const { providerId } = (await findOperation(app.services.db, ref))!
  for (const news of said) {
    const operation = (await findOperation(app.services.db, ref))!
    await applySnapshot(app.services, operation, { ...aSnapshot(providerId!, ref.ref), ...news })
  }
  const { balanceCents } = await app.services.ledger.balance({ ownerId: ana.id, account: 'wallet' })
  return { state: (await findOperation(app.services.db, ref))!.state, balance: Number(balanceCents) }
}

for (const [name, { said, ends }] of Object.entries(lives)) {
  test(`a payment that was ${name} ends alike in any order of its news, with repeats`, async () => {
    const orders = fc.shuffledSubarray([...said, ...said], { minLength: said.length * 2 })
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        expect(await lived(order)).toMatchObject({ balance: ends.balance })
        expect(['succeeded', 'expired', 'failed']).toContain((await lived(order)).state)
      }),
      { numRuns: 12 },
    )
    expect(await lived(said)).toEqual(ends)
  })
}

test('money for a payment that was given up goes to suspense, once, and is never credited', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const headers = await signedIn(app.services, ana)
  const { data } = await app.call(
    'startDeposit',
    { method: 'card', amount: 100_00, currency: 'USD' },
    { key: newId(), headers },
  )
  await app.call('cancelTransaction', { transactionId: data.transactionId }, { headers })
  const ref = { ownerId: ana.id, ref: uuidOf(data.transactionId, 'txn') ?? '' }
  const operation = (await findOperation(app.services.db, ref))!
  const suspense = app.services.ledger.house('suspense:unmatched', ana.id)
  const before = await app.services.ledger.balance(suspense)
  const late: CheckoutSnapshot = { ...aSnapshot(operation.providerId!, ref.ref), outcome: 'succeeded' }
  await applySnapshot(app.services, operation, late)
  await applySnapshot(app.services, operation, late)
  const after = await app.services.ledger.balance(suspense)
  expect(after.balanceCents - before.balanceCents).toBe(100_00n)
  expect(await app.services.ledger.balance({ ownerId: ana.id, account: 'wallet' })).toMatchObject({ balanceCents: 0n })
})
