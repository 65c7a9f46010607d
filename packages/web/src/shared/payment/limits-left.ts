/** The tightest of all limits, for sending and for adding money. */
import type { LimitRow } from '@puente/contract'

type Purpose = 'send' | 'add'

/** The limits that an amount counts against. The maximum balance also limits what can be added. */
const operationsOf: Record<Purpose, ReadonlySet<LimitRow['operation']>> = {
  send: new Set(['outgoing', 'inApp']),
  add: new Set(['deposit', 'card', 'outside', 'balance']),
}

/** The limit with the least left; of two equal ones the later row, which has the longer window. */
export const decidingLimit = (rows: readonly LimitRow[], purpose: Purpose): LimitRow | undefined =>
  rows
    .filter(({ operation }) => operationsOf[purpose].has(operation))
    .toSorted((a, b) => b.leftCents - a.leftCents)
    .at(-1)

/**
 * The tightest limit of each purpose, among those that payments use up; a limit per payment is not one.
 * @param purposes what the person may do
 */
export const limitsLeft = (rows: readonly LimitRow[], purposes: readonly Purpose[]) => {
  const usedUp = rows.filter(({ window }) => window !== 'transaction')
  return purposes.flatMap((purpose) => {
    const row = decidingLimit(usedUp, purpose)
    return row ? [{ purpose, row }] : []
  })
}
