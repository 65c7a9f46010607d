import { FEE_OPERATIONS } from '@puente/contract'
import type { FeeOperation } from '@puente/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { possibleHint, quoteEverything, quoteFee, scheduledFee } from './fee-rules.ts'
import type { FeeRow } from './fee-rules.ts'

const row = (operation: FeeOperation, fromCents: bigint, bps: number, fixedCents: bigint): FeeRow => ({
  operation,
  fromCents,
  bps,
  fixedCents,
})
const rows = [
  row('in-app', 0n, 0, 0n),
  row('zelle', 0n, 100, 0n),
  row('stripe', 0n, 290, 30n),
  row('paypal', 0n, 290, 30n),
  row('bank', 0n, 150, 150n),
  row('bank', 100_000n, 100, 0n),
  row('paypalWithdraw', 0n, 150, 150n),
  row('paypalWithdraw', 100_000n, 100, 0n),
]

const examples: [FeeOperation[], bigint, bigint][] = [
  [['in-app'], 10000n, 0n],
  [['zelle'], 49n, 0n],
  [['zelle'], 50n, 1n],
  [['zelle'], 10000n, 100n],
  [['zelle'], 12349n, 123n],
  [['zelle'], 12350n, 124n],
  [['zelle'], 250000n, 2500n],
  [['stripe', 'paypal'], 101n, 33n],
  [['stripe', 'paypal'], 1000n, 59n],
  [['stripe', 'paypal'], 10000n, 320n],
  [['stripe', 'paypal'], 12345n, 388n],
  [['stripe', 'paypal'], 1000000n, 29030n],
  [['bank', 'paypalWithdraw'], 2000n, 180n],
  [['bank', 'paypalWithdraw'], 10000n, 300n],
  [['bank', 'paypalWithdraw'], 56699n, 1000n],
  [['bank', 'paypalWithdraw'], 56700n, 1001n],
  [['bank', 'paypalWithdraw'], 99999n, 1650n],
  [['bank', 'paypalWithdraw'], 100000n, 1000n],
  [['bank', 'paypalWithdraw'], 250000n, 2500n],
  [['bank', 'paypalWithdraw'], 1000000n, 10000n],
]

test.each(examples)('%s of %i cents costs %i', (operations, amountCents, feeCents) => {
  for (const operation of operations)
    expect(quoteFee(rows, { operation, amountCents, freeUsed: 3 })).toMatchObject({
      feeCents,
      scheduledFeeCents: feeCents,
      waivedCents: 0n,
      totalChargeCents: amountCents + feeCents,
      isWaived: false,
      freeLeft: 0,
    })
})

test('while a free operation is left the fee is waived; what costs nothing anyway uses none', () => {
  const quote = (amountCents: bigint, freeUsed: number) => quoteFee(rows, { operation: 'zelle', amountCents, freeUsed })
  expect(quote(10_000n, 0)).toMatchObject({ feeCents: 0n, waivedCents: 100n, isWaived: true, freeLeft: 3 })
  expect(quote(10_000n, 2)).toMatchObject({ feeCents: 0n, isWaived: true, freeLeft: 1 })
  expect(quote(49n, 0)).toMatchObject({ feeCents: 0n, isWaived: false, freeLeft: 3 })
})

test('from $567.00 to $999.99 a withdrawal of $1,000 costs less, and the quote says so', () => {
  const hint = (amountCents: bigint, freeUsed = 3) =>
    quoteFee(rows, { operation: 'bank', amountCents, freeUsed }).cheaperAtCents
  expect([56_699n, 56_700n, 99_999n, 100_000n].map((cents) => hint(cents))).toEqual([null, 100_000n, 100_000n, null])
  expect(hint(60_000n, 0)).toBeNull()
})

test('a larger amount is no advice where a limit forbids it or the balance does not pay for it with its fee', () => {
  const asked = { operation: 'bank', freeUsed: 3 } as const
  const quote = quoteFee(rows, { ...asked, amountCents: 60_000n })
  const hint = (leftCents: bigint | null, balanceCents: bigint | null) =>
    possibleHint(rows, quote, { ...asked, leftCents, balanceCents })
  expect([hint(null, null), hint(100_000n, 101_000n)]).toEqual([100_000n, 100_000n])
  expect([hint(99_999n, null), hint(null, 100_999n)]).toEqual([null, null])
})

test('a fee is never negative nor below its exact value by more than half a cent, and is either charged or waived whole', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FEE_OPERATIONS),
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.nat(5),
      (operation, amountCents, freeUsed) => {
        const { feeCents, waivedCents, totalChargeCents } = quoteFee(rows, { operation, amountCents, freeUsed })
        const scheduled = scheduledFee(rows, operation, amountCents)
        const line = rows.findLast((one) => one.operation === operation && one.fromCents <= amountCents)!
        const exact = amountCents * BigInt(line.bps) + line.fixedCents * 10_000n
        expect(scheduled * 20_000n - exact * 2n).toBeLessThanOrEqual(10_000n)
        expect(scheduled * 20_000n - exact * 2n).toBeGreaterThan(-10_000n)
        expect(feeCents + waivedCents).toBe(scheduled)
        expect(feeCents === 0n || waivedCents === 0n).toBe(true)
        expect(totalChargeCents).toBe(amountCents + feeCents)
      },
    ),
  )
})

test('who has used more free operations than there are has none left, not fewer than none', () => {
  expect(quoteFee(rows, { operation: 'zelle', amountCents: 10_000n, freeUsed: 5 })).toMatchObject({
    freeLeft: 0,
    isWaived: false,
    feeCents: 100n,
  })
})

test('a whole balance is amount and fee to the cent, never for more than the schedule asks', () => {
  const operations = fc.constantFrom<FeeOperation>('bank', 'paypalWithdraw')
  fc.assert(
    fc.property(operations, fc.bigInt({ min: 1n, max: 300_000n }), (operation, balanceCents) => {
      const { amountCents, feeCents, totalChargeCents } = quoteEverything(rows, {
        operation,
        balanceCents,
        freeUsed: 3,
      })
      expect(amountCents + feeCents).toBe(balanceCents)
      expect(totalChargeCents).toBe(balanceCents)
      expect(amountCents).toBeGreaterThan(0n)
      expect(feeCents).toBeLessThanOrEqual(scheduledFee(rows, operation, amountCents))
      // Two cents more would no longer be paid for: what is taken off the fee is what rounding leaves.
      const more = amountCents + 2n
      if (feeCents > 0n) expect(more + scheduledFee(rows, operation, more)).toBeGreaterThan(balanceCents)
    }),
  )
})

test.each([
  [5_00n, 3_45n, 1_55n],
  [1_53n, 3n, 1_50n],
  [1_50n, 1_50n, 0n],
  [1n, 1n, 0n],
  [1_010_00n, 1_000_00n, 10_00n],
])('of a balance of %i cents, %i arrive for a fee of %i', (balanceCents, amountCents, feeCents) => {
  expect(quoteEverything(rows, { operation: 'bank', balanceCents, freeUsed: 3 })).toMatchObject({
    amountCents,
    feeCents,
  })
  expect(quoteEverything(rows, { operation: 'bank', balanceCents, freeUsed: 0 }).amountCents).toBe(balanceCents)
})
