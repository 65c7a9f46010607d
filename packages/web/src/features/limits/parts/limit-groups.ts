/** The rows of limits as people think of them: what they do first, then at a time, in a day, a week, a month. */
import type { LimitRow } from '@puente/contract'

type Operation = LimitRow['operation']

const ORDER: readonly Operation[] = ['outgoing', 'inApp', 'outside', 'zelle', 'card', 'withdraw', 'deposit', 'balance']
const WINDOWS: readonly LimitRow['window'][] = ['always', 'transaction', '24h', '7d', '30d']

export type LimitGroup = { operation: Operation; rows: LimitRow[] }

/** Every row once, under what it is about. What a cooling adds is no row of a tier, and stands apart. */
export const limitGroups = (rows: readonly LimitRow[]): LimitGroup[] =>
  ORDER.map((operation) => ({
    operation,
    rows: rows
      .filter((row) => row.operation === operation && row.special?.kind !== 'cooling')
      .toSorted((a, b) => WINDOWS.indexOf(a.window) - WINDOWS.indexOf(b.window)),
  })).filter((group) => group.rows.length > 0)

/** The row of a cooling, while there is one. */
export const coolingOf = (rows: readonly LimitRow[]): LimitRow | undefined =>
  rows.find(({ special }) => special?.kind === 'cooling')
