/** The numbers that a person agreed to are the numbers that the money call takes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { depositsIn } from '#test/deposits.ts'

const app = appOfFile()
const deposits = depositsIn(app)

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
