import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exceededRow, WINDOW_MS } from './limit-state-rules.ts'
import type { LimitGroup, LimitRule, LimitWindow, RollingWindow, Usage } from './limit-state-rules.ts'
import { type Known, type Part, partsAsked, passesAt, type Passes } from './passes-rules.ts'

type Spent = { at: Date; cents: bigint }

const at = new Date('2026-03-20T12:00:00Z')
const HOUR = 3_600_000
const operations: LimitGroup[] = ['inApp', 'outgoing']
const rule = (row: string, operation: LimitGroup, window: LimitWindow, limitCents: bigint): LimitRule => ({
  row,
  tier: 1,
  operation,
  window,
  limitCents,
})
const rules = [
  rule('L-04', 'outgoing', 'transaction', 1_000_00n),
  rule('L-05', 'outgoing', '30d', 10_000_00n),
  rule('L-08', 'inApp', '24h', 2_500_00n),
  rule('L-09', 'inApp', '7d', 6_000_00n),
]
const spent = (hoursAgo: number, dollars: number): Spent => ({
  at: new Date(at.getTime() - hoursAgo * HOUR),
  cents: BigInt(dollars * 100),
})

/** What was spent counts in every group; each window holds what is younger than it. */
const usageAt = (all: readonly Spent[], moment: Date): Usage => {
  const inside = (window: RollingWindow) =>
    all.filter((one) => one.at.getTime() > moment.getTime() - WINDOW_MS[window]).map(({ cents }) => cents)
  const used = (window: RollingWindow) => ({
    cents: inside(window).reduce((sum, cents) => sum + cents, 0n),
    oldestAt: null,
  })
  const windows = { '24h': used('24h'), '7d': used('7d'), '30d': used('30d') }
  return new Map(operations.map((operation) => [operation, windows]))
}
const partsIn = (all: readonly Spent[], window: RollingWindow): Part[] => {
  const parts: Part[] = []
  let newerCents = 0n
  for (const one of all.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    if (one.at.getTime() <= at.getTime() - WINDOW_MS[window]) continue
    parts.push({ ...one, newerCents })
    newerCents += one.cents
  }
  return parts
}
const knownOf = (all: readonly Spent[]): Known => ({
  at,
  usage: usageAt(all, at),
  batchCents: () => 0n,
  partsOf: ({ window }) => partsIn(all, window),
})
const passesOf = (all: readonly Spent[], dollars: number, of: readonly LimitRule[] = rules): Passes | null => {
  const asked = { operations, amountCents: BigInt(dollars * 100) }
  const exceeded = exceededRow(of, asked, usageAt(all, at), 0n)
  if (!exceeded) throw new Error('it passes already')
  return passesAt(of, asked, exceeded, knownOf(all))
}

test('of several payments as many have to be a day old as the amount needs, and what they free is said', () => {
  const all = [spent(20, 300), spent(10, 1_000), spent(5, 900)]
  // 300 are left. 500 pass with the first, 900 only with the second as well.
  expect(passesOf(all, 500)).toEqual({ at: new Date(at.getTime() + 4 * HOUR), moreCents: 300_00n, mostCents: null })
  expect(passesOf(all, 900)).toEqual({ at: new Date(at.getTime() + 14 * HOUR), moreCents: 1_300_00n, mostCents: null })
})

test('where another limit keeps it longer, its time is said, and not what the first one frees', () => {
  const all = [spent(160, 3_400), spent(20, 2_400)]
  // 100 are left of the day and 200 of the week; the day frees first.
  expect(passesOf(all, 300)).toEqual({ at: new Date(at.getTime() + 8 * HOUR), moreCents: null, mostCents: null })
})

test('an amount above what any payment may have never passes, and the most that can is said', () => {
  expect(passesOf([spent(1, 2_400)], 1_000.01)).toEqual({ at: null, moreCents: null, mostCents: 1_000_00n })
})

test('the room in a balance does not come back by waiting', () => {
  const cap = [rule('L-03', 'inApp', 'always', 1_00n)]
  expect(passesOf([], 2, cap)).toEqual({ at: null, moreCents: null, mostCents: null })
})

test('a limit of their own that ends is followed by the usual one', () => {
  const until = new Date(at.getTime() + 2 * HOUR)
  const own = (limitCents: bigint, usualCents: bigint | null): LimitRule => ({
    ...rule('L-08', 'inApp', '24h', limitCents),
    special: { kind: 'override', cause: 'requested', usualCents, until },
  })
  // Raised by the usual one: it passes when that comes back.
  expect(passesOf([], 500, [own(100_00n, 2_500_00n)])).toMatchObject({ at: until })
  expect(passesOf([], 500, [own(100_00n, null)])).toMatchObject({ at: until })
  // The usual one is lower, and comes back before enough is free under their own.
  const all = [spent(20, 900), spent(1, 100)]
  expect(passesOf(all, 500, [own(1_000_00n, 550_00n)])).toMatchObject({ at: new Date(at.getTime() + 23 * HOUR) })
})

test('what was not read is asked for, within the bounds of what may be counted beside it', () => {
  const all = [spent(20, 2_300)]
  const known = { ...knownOf(all), batchCents: () => 50_00n, partsOf: () => [] }
  const asked = { operations, amountCents: 500_00n }
  const exceeded = exceededRow(rules, asked, known.usage, 0n)
  expect(exceeded && passesAt(rules, asked, exceeded, known)).toBeNull()
  expect(partsAsked(rules, asked, known)).toEqual([
    { operation: 'inApp', window: '24h', highCents: 2_000_00n, lowCents: 1_950_00n },
  ])
})

test('at the moment that is named the amount passes every row, and a millisecond before it does not', () => {
  const spending = fc.array(
    fc.record({ minutes: fc.integer({ min: 0, max: 31 * 24 * 60 }), dollars: fc.integer({ min: 1, max: 1_000 }) }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(spending, fc.integer({ min: 1, max: 1_100 }), (made, dollars) => {
      const all = made.map((one) => spent(one.minutes / 60, one.dollars))
      const asked = { operations, amountCents: BigInt(dollars * 100) }
      const isRefused = (moment: Date) => exceededRow(rules, asked, usageAt(all, moment), 0n) !== null
      if (!isRefused(at)) return
      const passes = passesOf(all, dollars)
      if (dollars > 1_000) {
        expect(passes).toMatchObject({ at: null, mostCents: 1_000_00n })
        return
      }
      const moment = passes?.at ?? at
      expect(isRefused(moment)).toBe(false)
      expect(isRefused(new Date(moment.getTime() - 1))).toBe(true)
    }),
  )
})
