import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_SHARE, plus, shareOf, totalOf } from './return-rules.ts'

test('whatever goes back, and in however many parts, is never more than was paid, and the credit goes before the fee', () => {
  const cents = fc.bigInt({ min: 0n, max: 1_000_00n })
  fc.assert(
    fc.property(cents, cents, fc.array(cents, { maxLength: 6 }), (creditedCents, feeCents, returns) => {
      const paid = { creditedCents, feeCents }
      const sum = returns.reduce((before, returned) => plus(before, shareOf(paid, before, returned)), NO_SHARE)
      const total = returns.reduce((all, one) => all + one, 0n)
      const paidCents = creditedCents + feeCents
      expect(totalOf(sum)).toBe(total < paidCents ? total : paidCents)
      expect(sum.creditedCents).toBe(total < creditedCents ? total : creditedCents)
    }),
  )
})
