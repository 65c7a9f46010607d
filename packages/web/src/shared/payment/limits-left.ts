/** The tightest of all limits that an amount counts against. */
import type { LimitRow } from '@puente/contract'

/** The limits that an amount counts against. The maximum balance also limits what can be added. */
const operationsOf = {
  send: ['outgoing', 'inApp'],
  sendByZelle: ['outgoing', 'outside', 'zelle'],
  sendByCard: ['outgoing', 'outside', 'card'],
  sendByPaypal: ['outgoing', 'outside'],
  add: ['deposit', 'card', 'outside', 'balance'],
  addByZelle: ['deposit', 'zelle', 'outside', 'balance'],
  addByPaypal: ['deposit', 'outside', 'balance'],
  withdraw: ['outgoing', 'withdraw'],
} as const satisfies Record<string, readonly LimitRow['operation'][]>

export type LimitPurpose = keyof typeof operationsOf

/** Every way of moving money that counts against a limit, as all the limits that it counts against. */
export const waysOf = (limited: LimitRow['operation']): readonly (readonly LimitRow['operation'][])[] =>
  Object.values<readonly LimitRow['operation'][]>(operationsOf).filter((way) => way.includes(limited))

const countsFor = (purpose: LimitPurpose): readonly LimitRow['operation'][] => operationsOf[purpose]

/** The limit with the least left; of two equal ones the later row, which has the longer window. */
export const decidingLimit = (rows: readonly LimitRow[], purpose: LimitPurpose): LimitRow | undefined =>
  rows
    .filter(({ operation }) => countsFor(purpose).includes(operation))
    .toSorted((a, b) => b.leftCents - a.leftCents)
    .at(-1)

/** What goes from the balance without a proof while the reader can give none; undefined while they can. */
export const unprovedOf = (rows: readonly LimitRow[]): LimitRow | undefined =>
  rows.find(({ operation, special }) => special?.kind === 'proof' && operation === 'inApp')

/**
 * The tightest limit of each purpose, among those that payments use up; a limit per payment is not one, but for what goes without a proof.
 * @param purposes what the person may do
 */
export const limitsLeft = <P extends LimitPurpose>(rows: readonly LimitRow[], purposes: readonly P[]) => {
  const usedUp = rows.filter(({ window, special }) => window !== 'transaction' || special?.kind === 'proof')
  return purposes.flatMap((purpose) => {
    const row = decidingLimit(usedUp, purpose)
    return row ? [{ purpose, row }] : []
  })
}

/** What may still be sent while an account cools, and until when; withdrawals are off. Undefined while it doesn't. */
export const coolingOf = (rows: readonly LimitRow[]): LimitRow | undefined =>
  rows.find(({ operation, special }) => special?.kind === 'cooling' && operation === 'outgoing')
