import { expect, test } from 'vitest'
import { type Movement, movementOf } from '#features/wallet/movement.ts'
import { dayBefore, dropsOf, dropTold, peakOf } from './balance-rules.ts'

const now = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** A row of one person, posted where it has a balance. */
const aRow = (hours: number, more: Partial<Movement>): Movement => {
  const at = hoursAgo(hours)
  const draft = {
    ownerId: 'o',
    movementId: `m${hours}`,
    type: 'sent',
    state: 'COMPLETED',
    method: 'wallet',
    direction: -1,
    amountCents: 10_00n,
    counterpart: null,
    note: '',
    reference: `PU-${hours}`,
  } as const
  return { ...movementOf(draft, at, null), balanceAfterCents: 0n, paidAt: at, ...more }
}
const aWithdrawal = (hours: number, more: Partial<Movement> = {}) =>
  aRow(hours, {
    type: 'withdraw',
    state: 'PENDING',
    method: 'bank',
    balanceAfterCents: null,
    paidAt: null,
    amountCents: 20_00n,
    feeCents: 1_00n,
    ...more,
  })
const told = (rows: readonly Movement[], availableCents: bigint, at = now) =>
  dropsOf(rows, { availableCents, heldCents: 0n }, at).map(({ movement, beforeCents, afterCents }) => [
    movement.reference,
    beforeCents,
    afterCents,
  ])

test('a balance is traced backwards from its current amount, and only what lowered it is a drop, the oldest first', () => {
  const came = aRow(2, { direction: 1, type: 'received', amountCents: 50_00n })
  const sent = [aRow(1, { amountCents: 30_00n, feeCents: 1_00n }), aRow(3, { amountCents: 5_00n })]
  expect(told([...sent, came], 40_00n)).toEqual([
    ['PU-3', 26_00n, 21_00n],
    ['PU-1', 71_00n, 40_00n],
  ])
})

test('what is set aside counts as gone from the moment it was asked for, with its fee, and not again when it goes', () => {
  expect(told([aWithdrawal(2)], 30_00n)).toEqual([['PU-2', 51_00n, 30_00n]])
  const gone = aWithdrawal(2, { state: 'COMPLETED', balanceAfterCents: 30_00n, paidAt: hoursAgo(0) })
  expect(told([gone, aRow(1, { amountCents: 5_00n })], 25_00n)).toEqual([
    ['PU-2', 51_00n, 30_00n],
    ['PU-1', 30_00n, 25_00n],
  ])
})

test('what was cancelled, is not posted or is paid from outside lowers nothing', () => {
  const cancelled = aWithdrawal(1, { state: 'CANCELLED' })
  const byCard = aRow(1, { state: 'PENDING', method: 'card', balanceAfterCents: null, paidAt: null })
  expect(told([cancelled, byCard], 30_00n)).toEqual([])
})

test('what was set aside and came free again hides no fall in between, and is none itself', () => {
  const step = (name: string, hours: number) => ({ step: name, at: hoursAgo(hours).toISOString() })
  const freed = aWithdrawal(3, { state: 'CANCELLED', timeline: [step('pending', 3), step('cancelled', 1)] })
  expect(told([freed, aRow(2, { amountCents: 60_00n })], 40_00n)).toEqual([['PU-2', 79_00n, 19_00n]])
})

test('a row from a day ago no longer counts as a drop, and later rows still start from the right balance', () => {
  expect(told([aRow(24, { amountCents: 40_00n }), aRow(23, { amountCents: 5_00n })], 30_00n)).toEqual([
    ['PU-23', 35_00n, 30_00n],
  ])
})

test('the peak of a day leaves out what was set aside before its rows, and not what they set aside themselves', () => {
  const peak = (heldCents: bigint, rows: readonly Movement[] = []) =>
    peakOf(100_00n, { availableCents: 0n, heldCents }, rows)
  expect(peak(0n)).toBe(100_00n)
  expect(peak(30_00n)).toBe(70_00n)
  expect(peak(21_00n, [aWithdrawal(1)])).toBe(100_00n)
  expect(peak(51_00n, [aWithdrawal(1)])).toBe(70_00n)
  // What is held for less than its row says raises nothing.
  expect(peak(5_00n, [aWithdrawal(1)])).toBe(100_00n)
})

test('only the row that crosses a line raises a notice, the threshold before the half, and exactly half is not below it', () => {
  const drop = (beforeCents: bigint, afterCents: bigint, threshold = 0n) =>
    dropTold({ beforeCents, afterCents }, threshold, 100_00n)
  expect(drop(60_00n, 50_00n)).toBeNull()
  expect(drop(50_00n, 49_99n)).toBe('halved')
  expect(drop(49_99n, 10_00n)).toBeNull()
  expect(drop(60_00n, 10_00n, 20_00n)).toBe('below')
  expect(drop(20_00n, 19_99n, 20_00n)).toBe('below')
  expect(drop(19_99n, 0n, 20_00n)).toBeNull()
})

test('a day before is 24 hours earlier', () => {
  expect(dayBefore(now)).toEqual(hoursAgo(24))
})
