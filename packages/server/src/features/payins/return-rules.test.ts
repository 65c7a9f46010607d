import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf } from './return-rules.ts'

test('whatever goes back, and in however many parts, is never more than was paid, and the credit goes before the fee', () => {
  const cents = fc.bigInt({ min: 0n, max: 1_000_00n })
  fc.assert(
    fc.property(cents, cents, fc.array(cents, { maxLength: 6 }), (creditedCents, feeCents, returns) => {
      const paid = { creditedCents, feeCents }
      let before = 0n
      const sum = { creditedCents: 0n, feeCents: 0n }
      for (const returned of returns) {
        const share = shareOf(paid, before, returned)
        before += returned
        sum.creditedCents += share.creditedCents
        sum.feeCents += share.feeCents
      }
      const total = returns.reduce((all, one) => all + one, 0n)
      const paidCents = creditedCents + feeCents
      expect(sum.creditedCents + sum.feeCents).toBe(total < paidCents ? total : paidCents)
      expect(sum.creditedCents).toBe(total < creditedCents ? total : creditedCents)
    }),
  )
})
