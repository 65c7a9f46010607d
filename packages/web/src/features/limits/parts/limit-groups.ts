/** The rows of limits as people think of them: what they do first, then at a time, in a day, a week, a month. */
import type { LimitRow } from '@puente/contract'
import { waysOf } from '#shared/payment/limits-left.ts'

type Operation = LimitRow['operation']

const ORDER: readonly Operation[] = ['outgoing', 'inApp', 'outside', 'zelle', 'card', 'withdraw', 'deposit', 'balance']
const WINDOWS: readonly LimitRow['window'][] = ['transaction', '24h', '7d', '30d', 'always']

/**
 * A row as it binds: `by` is another limit, or the cooling, that leaves less than the row itself, which then has its figures.
 * `ownCents` is what the row alone would allow at a time.
 */
export type BoundRow = LimitRow & { by?: Operation | 'cooling'; ownCents?: number }
export type LimitGroup = { operation: Operation; rows: BoundRow[] }

const isCooling = ({ special }: LimitRow): boolean => special?.kind === 'cooling'
const lengthOf = ({ window }: LimitRow): number => WINDOWS.indexOf(window)

/** The tightest row of the widest way of paying that counts against this one, among those it is held against. */
const tightest = (
  row: LimitRow,
  others: readonly LimitRow[],
  measure: (other: LimitRow) => number,
): LimitRow | undefined =>
  waysOf(row.operation)
    .map((way) =>
      [row, ...others.filter(({ operation }) => way.includes(operation))].reduce((least, other) =>
        measure(other) < measure(least) ? other : least,
      ),
    )
    .reduce<LimitRow | undefined>(
      (widest, least) => (widest === undefined || measure(least) > measure(widest) ? least : widest),
      undefined,
    )

/**
 * No payment is larger, and no time leaves more, than the other limits that it counts against let through. Only a window
 * that is as long or longer binds another: what a day leaves says nothing of a month.
 */
const asItBinds = (row: LimitRow, all: readonly LimitRow[]): BoundRow => {
  const isSingle = row.window === 'transaction'
  const others = all.filter(
    (other) =>
      (other.operation !== row.operation || isCooling(other)) &&
      (isSingle ? other.window === 'transaction' : other.window !== 'transaction' && lengthOf(other) >= lengthOf(row)),
  )
  const by = tightest(row, others, ({ limitCents, leftCents }) => (isSingle ? limitCents : leftCents))
  if (by === undefined || by === row) return row
  return isSingle
    ? { ...row, limitCents: by.limitCents, ownCents: row.limitCents, by: by.operation }
    : { ...row, leftCents: by.leftCents, freesAt: by.freesAt, by: isCooling(by) ? 'cooling' : by.operation }
}

/** Every row once, under what it is about. What a cooling or a new phone adds is no row of a tier, and stands apart. */
export const limitGroups = (all: readonly LimitRow[]): LimitGroup[] =>
  ORDER.map((operation) => ({
    operation,
    rows: all
      .filter((row) => row.operation === operation && (row.special?.kind ?? 'override') === 'override')
      .map((row) => asItBinds(row, all))
      .toSorted((a, b) => lengthOf(a) - lengthOf(b)),
  })).filter((group) => group.rows.length > 0)

/** Whether all of a row can be used: no other limit that it counts against allows less in a time as long or longer. */
const isReached = (row: LimitRow, all: readonly LimitRow[]): boolean => {
  const longer = all.filter(
    (other) => other.operation !== row.operation && other.window !== 'transaction' && lengthOf(other) >= lengthOf(row),
  )
  return row.window === 'transaction' || tightest(row, longer, ({ limitCents }) => limitCents) === row
}

/** What the next rows allow more of than those of now, as far as it can be used; what is not open now is more. */
export const risingGroups = (next: readonly LimitRow[], now: readonly LimitRow[]): LimitGroup[] => {
  const held = limitGroups(now).flatMap(({ rows }) => rows)
  const isHigher = (row: LimitRow) =>
    !held.some(
      ({ operation, window, limitCents }) =>
        operation === row.operation && window === row.window && limitCents >= row.limitCents,
    )
  return limitGroups(next)
    .map(({ operation, rows }) => ({ operation, rows: rows.filter((row) => isHigher(row) && isReached(row, next)) }))
    .filter(({ rows }) => rows.length > 0)
}
