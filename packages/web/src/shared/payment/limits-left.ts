/** Of all limit rows the one that ends first, for each thing one does with money. */
import type { LimitRow } from '@puente/contract'

type Purpose = 'send' | 'add'

/** What an amount counts against. A balance has room for so much, however much may still be added otherwise. */
const operationsOf: Record<Purpose, ReadonlySet<LimitRow['operation']>> = {
  send: new Set(['outgoing', 'inApp']),
  add: new Set(['deposit', 'card', 'outside', 'balance']),
}

/** The row that stops an amount first; of two with the same left the later one, which has the longer window. */
export const decidingLimit = (rows: readonly LimitRow[], purpose: Purpose): LimitRow | undefined =>
  rows
    .filter(({ operation }) => operationsOf[purpose].has(operation))
    .toSorted((a, b) => b.leftCents - a.leftCents)
    .at(-1)

/**
 * The limits that moving money uses up, the nearest of each purpose. One on a single payment is not used up.
 * @param purposes what the person may do; a limit on anything else would say nothing
 */
export const limitsLeft = (rows: readonly LimitRow[], purposes: readonly Purpose[]) => {
  const usedUp = rows.filter(({ window }) => window !== 'transaction')
  return purposes.flatMap((purpose) => {
    const row = decidingLimit(usedUp, purpose)
    return row ? [{ purpose, row }] : []
  })
}
