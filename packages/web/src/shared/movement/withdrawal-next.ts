/** What there is to do about a withdrawal whose money is in the balance again. */
import type { Transaction } from '@puente/contract'

export type ReturnAdvice = 'addAccount' | 'correctAccount' | 'withdrawAgain' | 'checkAccount' | 'checkPaypal'
export type WithdrawalStep = 'addAccount' | 'correctAccount' | 'withdrawAgain'

/** By the bank's code, where it says what is wrong. A closed account, say, cannot be corrected. */
const ADVICE: Readonly<Record<string, ReturnAdvice>> = {
  R02: 'addAccount',
  R03: 'correctAccount',
  R04: 'correctAccount',
  R06: 'withdrawAgain',
  R12: 'correctAccount',
  R13: 'correctAccount',
  R14: 'addAccount',
  R15: 'addAccount',
  R20: 'addAccount',
  R28: 'correctAccount',
  R34: 'addAccount',
}

/** What to do after a return, as the notice of it says as well. `returnReason` is the bank's code, or PayPal's word. */
export const adviceOnReturn = ({
  method,
  returnReason,
}: {
  method?: Transaction['method']
  returnReason?: string | null | undefined
}): ReturnAdvice => (method === 'paypal' ? 'checkPaypal' : (ADVICE[returnReason ?? ''] ?? 'checkAccount'))

/** Ends of a withdrawal after which its owner may withdraw once more. */
const AGAIN: ReadonlySet<Transaction['cancelReason']> = new Set([
  'returned',
  'unclaimed',
  'cancelledByUser',
  'declined',
  'expired',
])

/** A withdrawal that had arrived and came back, or the row of its return. */
const isReturned = ({ type, state, method, paypalEmail, givenBack }: Transaction): boolean =>
  type === 'reversal'
    ? state === 'COMPLETED' && (method === 'bank' || paypalEmail !== undefined)
    : type === 'withdraw' && givenBack !== undefined

/** The next step for its owner; null where the money is not in their balance again, or nothing is left to do. */
export const withdrawalStepOf = (row: Transaction): WithdrawalStep | null => {
  const isEnded = row.type === 'withdraw' && row.state === 'CANCELLED' && AGAIN.has(row.cancelReason)
  if (!isEnded && !isReturned(row)) return null
  const advice = row.cancelReason === null || row.cancelReason === 'returned' ? adviceOnReturn(row) : 'withdrawAgain'
  return advice === 'addAccount' || advice === 'correctAccount' ? advice : 'withdrawAgain'
}
