/** Of all limit rows the few that say how much more can be moved now. */
import type { LimitRow } from '@puente/contract'

type Purpose = 'send' | 'add'

const operationsOf: Record<Purpose, ReadonlySet<LimitRow['operation']>> = {
  send: new Set(['outgoing', 'inApp']),
  add: new Set(['deposit', 'card', 'outside']),
}

/** A limit on one payment or on what may be held is not used up by moving money. */
const isUsedUp = ({ window }: LimitRow): boolean => window !== 'transaction' && window !== 'always'

const tightest = (rows: readonly LimitRow[]): LimitRow | undefined =>
  rows.filter(isUsedUp).toSorted((a, b) => a.leftCents - b.leftCents)[0]

/**
 * For each thing one does with money the limit that ends first.
 * @param purposes what the person may do; a limit on anything else would say nothing
 */
export const limitsLeft = (rows: readonly LimitRow[], purposes: readonly Purpose[]) =>
  purposes.flatMap((purpose) => {
    const row = tightest(rows.filter(({ operation }) => operationsOf[purpose].has(operation)))
    return row ? [{ purpose, row }] : []
  })
