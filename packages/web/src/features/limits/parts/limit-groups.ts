/** The rows of limits as people think of them: what they do first, then at a time, in a day, a week, a month. */
import type { LimitRow } from '@puente/contract'

type Operation = LimitRow['operation']

const ORDER: readonly Operation[] = ['outgoing', 'inApp', 'outside', 'zelle', 'card', 'withdraw', 'deposit', 'balance']
const WINDOWS: readonly LimitRow['window'][] = ['always', 'transaction', '24h', '7d', '30d']

export type LimitGroup = { operation: Operation; rows: LimitRow[] }

/** What a card payment counts against besides the card's own rows: sending by card, and adding money by card. */
const CARD_WAYS: readonly (readonly Operation[])[] = [
  ['outside', 'outgoing'],
  ['outside', 'deposit'],
]

/** A limit on one card payment says no more than the widest way of paying by card lets through. */
const asItBinds = (row: LimitRow, rows: readonly LimitRow[]): LimitRow => {
  if (row.operation !== 'card' || row.window !== 'transaction') return row
  const tightestOf = (way: readonly Operation[]) =>
    Math.min(
      ...rows
        .filter(({ operation, window }) => window === 'transaction' && way.includes(operation))
        .map(({ limitCents }) => limitCents),
    )
  return { ...row, limitCents: Math.min(row.limitCents, Math.max(...CARD_WAYS.map(tightestOf))) }
}

/** Every row once, under what it is about. What a cooling adds is no row of a tier, and stands apart. */
export const limitGroups = (all: readonly LimitRow[]): LimitGroup[] =>
  ORDER.map((operation) => ({
    operation,
    rows: all
      .filter((row) => row.operation === operation && row.special?.kind !== 'cooling')
      .map((row) => asItBinds(row, all))
      .toSorted((a, b) => WINDOWS.indexOf(a.window) - WINDOWS.indexOf(b.window)),
  })).filter((group) => group.rows.length > 0)
