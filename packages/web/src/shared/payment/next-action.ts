/** What its viewer can do about a movement now. */
import type { Transaction } from '@puente/contract'
import { isOutgoing } from '#shared/movement/movement.ts'

export type NextAction =
  | 'openPayment'
  | 'openZelle'
  | 'tryDeposit'
  | 'takeBack'
  | 'undo'
  | 'cancelWithdrawal'
  | 'verify'
  | 'cancel'
  | null

type Row = Pick<
  Transaction,
  | 'type'
  | 'state'
  | 'method'
  | 'from'
  | 'holdReason'
  | 'cancelReason'
  | 'sendSessionId'
  | 'cancellable'
  | 'arrivesAt'
  | 'laterAttempt'
>

/** Ends of a deposit after which nothing stands in the way of another. */
const AGAIN: ReadonlySet<Transaction['cancelReason']> = new Set(['declined', 'expired', 'cancelledByUser'])

/** Paid in by its viewer from outside: added to the own balance, sent to somebody else, or for an invoice. */
const isPayIn = (row: Row, viewerId: string): boolean =>
  row.type === 'deposit' ||
  (row.method !== 'wallet' && (row.type === 'sent' || (row.type === 'invoice' && isOutgoing(row, viewerId))))

/** Whether its instructions still count: nothing has come yet. */
const isToBePaid = ({ state, holdReason }: Row): boolean =>
  state === 'PENDING' || (state === 'ON HOLD' && holdReason === 'zelleNotSeen')

export const nextActionOf = (row: Row, viewerId: string): NextAction => {
  if (isPayIn(row, viewerId)) {
    if (row.method === 'zelle' && isToBePaid(row)) return 'openZelle'
    if (row.state === 'PENDING' && row.sendSessionId !== null) return 'openPayment'
  }
  if (row.type === 'deposit' && row.state === 'CANCELLED' && AGAIN.has(row.cancelReason))
    return row.laterAttempt ? null : 'tryDeposit'
  if (row.type === 'withdraw') return row.cancellable ? 'cancelWithdrawal' : null
  if (row.state === 'ON HOLD' && row.holdReason === 'approverWait') return row.cancellable ? 'takeBack' : null
  if (row.state === 'ON HOLD' && row.holdReason === 'recipientKycRequired') {
    if (!isOutgoing(row, viewerId)) return 'verify'
    return row.cancellable ? 'takeBack' : null
  }
  if (row.state === 'PENDING' && row.arrivesAt !== undefined) return row.cancellable ? 'undo' : null
  return row.cancellable ? 'cancel' : null
}
