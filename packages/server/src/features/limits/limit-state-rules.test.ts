import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidingRow, exceededRow, limitRefusal, limitState, rulesOfTier, withUsed } from './limit-state-rules.ts'
import type { LimitGroup, LimitRule, LimitWindow, Usage } from './limit-state-rules.ts'

const rule = (row: string, operation: LimitGroup, window: LimitWindow, limitCents: bigint, tier = 1): LimitRule => ({
  row,
  tier,
  operation,
  window,
  limitCents,
})
const at = new Date('2026-03-01T12:00:00Z')
const nothing: Usage = new Map()
const inApp: LimitGroup[] = ['inApp', 'outgoing']
const rules = [
  rule('L-04', 'outgoing', 'transaction', 1000_00n),
  rule('L-05', 'outgoing', '30d', 10_000_00n),
  rule('L-08', 'inApp', '24h', 2500_00n),
  rule('L-09', 'inApp', '7d', 20_000_00n),
  rule('L-15', 'deposit', 'transaction', 1_00n),
]

test('the row with the least left decides; rows of other operations are not looked at', () => {
  expect(decidingRow(rules, inApp, nothing, 0n)).toMatchObject({ rule: { row: 'L-04' }, leftCents: 1000_00n })
  const usage = withUsed(nothing, { operations: inApp, amountCents: 2400_00n, at })
  expect(decidingRow(rules, inApp, usage, 0n)).toMatchObject({ rule: { row: 'L-08' }, leftCents: 100_00n })
})

test('on a tie the longer window decides, whatever the order of the rows', () => {
  const tied = [rule('a', 'inApp', '24h', 5n), rule('b', 'inApp', '30d', 5n), rule('c', 'inApp', 'transaction', 5n)]
  for (const order of [tied, tied.toReversed()]) expect(decidingRow(order, ['inApp'], nothing, 0n)?.rule.row).toBe('b')
})

test('V2.3.2: an amount equal to what is left passes, one cent more does not', () => {
  const asked = (amountCents: bigint) => exceededRow(rules, { operations: inApp, amountCents }, nothing, 0n)
  expect(asked(1000_00n)).toBeNull()
  expect(asked(1000_01n)?.rule.row).toBe('L-04')
})

test('a cap on the balance looks at what the wallet holds', () => {
  const cap = rule('L-03', 'balance', 'always', 1000_00n, 0)
  expect(limitState(cap, nothing, 900_00n)).toEqual({
    rule: cap,
    usedCents: 900_00n,
    leftCents: 100_00n,
    freesAt: null,
  })
  expect(limitState(cap, nothing, 1200_00n).leftCents).toBe(0n)
})

test('what is used becomes free when its oldest part leaves the window', () => {
  const usage = withUsed(withUsed(nothing, { operations: inApp, amountCents: 1n, at }), {
    operations: inApp,
    amountCents: 2n,
    at: new Date(at.getTime() + 1000),
  })
  expect(limitState(rules[2]!, usage, 0n)).toMatchObject({ usedCents: 3n, freesAt: new Date('2026-03-02T12:00:00Z') })
  expect(limitState(rules[0]!, usage, 0n)).toMatchObject({ usedCents: 0n, freesAt: null })
})

test('the weekly maximum of withdrawals has a code of its own, every other row is limitExceeded', () => {
  const passes = { freesAt: null, freesCents: null, mostCents: null }
  const refusalOf = (one: LimitRule) => limitRefusal(limitState(one, nothing, 0n), passes)
  expect(refusalOf(rule('L-12', 'withdraw', '7d', 5n)).code).toBe('maxWithdrawLimitReached')
  expect(refusalOf(rules[0]!)).toEqual({
    code: 'limitExceeded',
    details: {
      row: 'L-04',
      operation: rules[0]!.operation,
      window: 'transaction',
      limitCents: 1000_00,
      usedCents: 0,
      leftCents: 1000_00,
      ...passes,
      reason: 'transaction',
    },
  })
  expect(refusalOf(rules[1]!).details).not.toHaveProperty('reason')
})

test('tier -1 has no rows, and a tier has its own alone', () => {
  expect(rulesOfTier(rules, -1)).toEqual([])
  expect(rulesOfTier([...rules, rule('L-01', 'outside', 'transaction', 1n, 0)], 0).map(({ row }) => row)).toEqual([
    'L-01',
  ])
})

test('no sequence of accepted amounts ever passes a row', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 1500_00n }), { maxLength: 40 }), (amounts) => {
      let usage = nothing
      let sum = 0n
      for (const amountCents of amounts) {
        if (exceededRow(rules, { operations: inApp, amountCents }, usage, 0n)) continue
        usage = withUsed(usage, { operations: inApp, amountCents, at })
        sum += amountCents
      }
      expect(sum).toBeLessThanOrEqual(2500_00n)
    }),
  )
})
