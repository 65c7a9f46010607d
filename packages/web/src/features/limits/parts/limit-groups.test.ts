import type { LimitRow } from '@puente/contract'
import { expect, test } from 'vitest'
import { aLimit } from '#test/money.ts'
import { limitGroups, risingGroups } from './limit-groups.ts'

const of = (operation: LimitRow['operation'], window: LimitRow['window'], limitCents: number, leftCents = limitCents) =>
  aLimit({ row: `${operation}-${window}`, operation, window, limitCents, leftCents })

const leftOf = (rows: LimitRow[]) =>
  limitGroups(rows).flatMap((group) => group.rows.map(({ row, leftCents, by }) => [row, leftCents, by ?? null]))

test('what is left of a limit is no more than the total lets through, and names it', () => {
  const rows = [
    of('outgoing', '30d', 10_000_00, 300_00),
    of('inApp', '24h', 2_500_00, 100_00),
    of('inApp', '7d', 20_000_00),
    of('withdraw', '24h', 2_500_00),
  ]
  expect(leftOf(rows)).toEqual([
    ['outgoing-30d', 300_00, null],
    ['inApp-24h', 100_00, null],
    ['inApp-7d', 300_00, 'outgoing'],
    ['withdraw-24h', 300_00, 'outgoing'],
  ])
})

test('a shorter time binds no longer one, and the widest way of paying counts', () => {
  const rows = [
    of('zelle', '24h', 2_500_00, 0),
    of('deposit', '30d', 10_000_00, 4_000_00),
    of('outgoing', '30d', 10_000_00, 1_000_00),
    of('zelle', '30d', 20_000_00),
  ]
  expect(leftOf(rows)).toEqual([
    ['outgoing-30d', 1_000_00, null],
    ['zelle-24h', 0, null],
    ['zelle-30d', 4_000_00, 'deposit'],
    ['deposit-30d', 4_000_00, null],
  ])
})

test('what a cooling leaves of a day is named as such, and says nothing of a month', () => {
  const special = {
    kind: 'cooling',
    cause: 'phoneChanged',
    usualCents: null,
    until: '2026-12-01T20:00:00.000Z',
  } as const
  const rows = [
    of('outgoing', '24h', 9_000_00),
    of('outgoing', '30d', 10_000_00, 8_000_00),
    of('inApp', '24h', 2_500_00),
    { ...of('outgoing', '24h', 500_00, 400_00), row: 'cooling', special },
  ]
  expect(leftOf(rows)).toEqual([
    ['outgoing-24h', 400_00, 'cooling'],
    ['outgoing-30d', 8_000_00, null],
    ['inApp-24h', 400_00, 'cooling'],
  ])
})

test('of the next rows those are listed that rise, and those that are not open now', () => {
  const now = [
    of('deposit', 'transaction', 1_000_00),
    of('outgoing', 'transaction', 1_000_00),
    of('inApp', '24h', 2_500_00),
    of('card', 'transaction', 10_000_00),
  ]
  const next = [
    of('deposit', 'transaction', 10_000_00),
    of('outgoing', 'transaction', 10_000_00),
    of('inApp', '24h', 2_500_00),
    of('card', 'transaction', 10_000_00),
    of('withdraw', '24h', 2_500_00),
  ]
  const rises = risingGroups(next, now).flatMap(({ rows }) => rows.map(({ row, limitCents }) => [row, limitCents]))
  expect(rises).toEqual([
    ['outgoing-transaction', 10_000_00],
    // A payment by card may now be as large as the total.
    ['card-transaction', 10_000_00],
    ['withdraw-24h', 2_500_00],
    ['deposit-transaction', 10_000_00],
  ])
})

test('of the next rows none is listed that another one keeps from being used', () => {
  const next = [
    of('outside', 'transaction', 250_00),
    of('outside', '30d', 1_000_00),
    of('zelle', '24h', 2_500_00),
    of('zelle', '30d', 20_000_00),
    of('outgoing', '30d', 10_000_00),
    of('inApp', '24h', 2_500_00),
    of('inApp', '7d', 20_000_00),
    of('withdraw', '7d', 10_000_00),
  ]
  const rises = risingGroups(next, []).flatMap(({ rows }) => rows.map(({ row }) => row))
  expect(rises).toEqual(['outgoing-30d', 'inApp-24h', 'outside-transaction', 'outside-30d', 'withdraw-7d'])
})
