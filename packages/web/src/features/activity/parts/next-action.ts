/** What its viewer can do about a movement now. */
import type { Transaction } from '@puente/contract'
import { isOutgoing } from '#shared/movement/movement.ts'

export type NextAction = 'openDeposit' | 'tryDeposit' | 'takeBack' | 'verify' | null

type Row = Pick<Transaction, 'type' | 'state' | 'from' | 'holdReason' | 'cancelReason' | 'sendSessionId'>

/** Ends of a deposit after which nothing stands in the way of another. */
const AGAIN: ReadonlySet<Transaction['cancelReason']> = new Set(['declined', 'expired', 'cancelledByUser'])

export const nextActionOf = (row: Row, viewerId: string): NextAction => {
  if (row.type === 'deposit') {
    if (row.state === 'PENDING' && row.sendSessionId !== null) return 'openDeposit'
    return row.state === 'CANCELLED' && AGAIN.has(row.cancelReason) ? 'tryDeposit' : null
  }
  if (row.state === 'ON HOLD' && row.holdReason === 'recipientKycRequired')
    return isOutgoing(row, viewerId) ? 'takeBack' : 'verify'
  return null
}
