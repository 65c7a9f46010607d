/** What money that comes in does for a person who owes: it pays the debt first, and the rest is added to the balance. */
import type { Me, Transaction } from '@puente/contract'

export type DebtShare = {
  /** In cents, as are the others: what pays the debt. */
  paid: number
  /** What is still owed after that. */
  left: number
  /** What is added to the balance. */
  added: number
}

/** What an amount, in cents, would do now; null for a person who owes nothing. */
export const debtShare = (amount: number, owed: Me['owed']): DebtShare | null => {
  if (!owed) return null
  const paid = Math.min(amount, owed.USD)
  return { paid, left: owed.USD - paid, added: amount - paid }
}

/**
 * What a deposit did, by the payments of the debt that followed it; null while none is seen.
 * @param latest the newest rows of the person
 */
export const debtShareOf = (
  { amount, paymentDate }: Pick<Transaction, 'amount' | 'paymentDate'>,
  latest: readonly Transaction[],
  owed: Me['owed'],
): DebtShare | null => {
  if (paymentDate === null) return null
  const since = latest.filter((row) => row.debtStep === 'paid' && (row.paymentDate ?? '') >= paymentDate)
  if (since.length === 0) return null
  const paid = Math.min(
    amount,
    since.reduce((sum, row) => sum + row.amount, 0),
  )
  return { paid, left: owed?.USD ?? 0, added: amount - paid }
}
