/** How a transaction came to nothing, as far as it says where the money is. */
import type { Transaction } from '@puente/contract'
import { isBetweenPeople, isOutgoing } from './movement.ts'

type CancelReason = NonNullable<Transaction['cancelReason']>
export type Ending =
  | Exclude<CancelReason, 'keptApart'>
  | 'takenBack'
  | 'takenBackTheirs'
  | 'approverDeclined'
  | 'approverDeclinedTheirs'
  | 'approverExpired'
  | 'approverExpiredTheirs'
  | 'addedInstead'
  | 'sentBack'
  | 'cameLate'
  | 'notNeeded'
  | 'undeliverable'
  | 'paidAgain'
  | 'noLongerDue'
  | 'declinedOther'
  | 'cancelledZelle'
  | 'expiredZelle'
  | 'rejectedZelle'

/** Whether the sender's money was set aside or had come, so that it is in their balance now. */
const hasWaited = ({ type, method, returnsAt }: Pick<Transaction, 'type' | 'method' | 'returnsAt'>): boolean =>
  isBetweenPeople(type) && (method === 'wallet' || returnsAt !== undefined)

/** Of a payment that waited for an approver: that they said no, or nothing. */
const approvalEnding = (row: Transaction, isMine: boolean): Ending | null => {
  if (row.decideBy === undefined) return null
  if (row.cancelReason === 'declined') return isMine ? 'approverDeclined' : 'approverDeclinedTheirs'
  if (row.cancelReason === 'expired') return isMine ? 'approverExpired' : 'approverExpiredTheirs'
  return null
}

/** Of money that came and did not pay: by Zelle it did not match its payment, by card or PayPal that had ended. Where it is now. */
const unfit = ({ method, cancelReason, givenBack, received }: Transaction): Ending | null => {
  if (method !== 'zelle' && received !== undefined) return 'cameLate'
  if (cancelReason !== 'rejected') return null
  return givenBack === undefined ? (received === undefined ? null : 'sentBack') : 'addedInstead'
}

/** What was paid from a bank and not found, we do not know of. */
const UNSEEN: Partial<Record<CancelReason, Ending>> = {
  cancelledByUser: 'cancelledZelle',
  expired: 'expiredZelle',
  rejected: 'rejectedZelle',
}

/** Nothing was paid of it, and its payer could go on with another attempt. */
const UNPAID: ReadonlySet<CancelReason> = new Set(['declined', 'expired', 'cancelledByUser', 'triedAgain'])

/** The end of a transaction that is no withdrawal; null while it has none. */
export const endingOf = (row: Transaction, viewerId: string): Ending | null => {
  const { cancelReason, method } = row
  // A withdrawal alone is kept apart.
  if (cancelReason === null || cancelReason === 'keptApart') return null
  const isMine = isOutgoing(row, viewerId)
  const waited = hasWaited(row)
  const special = approvalEnding(row, isMine) ?? unfit(row)
  if (special) return special
  if (waited && cancelReason === 'cancelledByUser') return isMine ? 'takenBack' : 'takenBackTheirs'
  if (row.notNeeded === true) return 'notNeeded'
  const isStuck = isMine && row.returnsAt !== undefined && (cancelReason === 'rejected' || cancelReason === 'expired')
  if (row.undeliverable === true || isStuck) return 'undeliverable'
  if (row.noLongerDue !== undefined) return 'noLongerDue'
  if (method === 'zelle' && !waited) return UNSEEN[cancelReason] ?? cancelReason
  if (row.laterAttempt && UNPAID.has(cancelReason))
    return row.laterAttempt.state === 'COMPLETED' ? 'paidAgain' : 'triedAgain'
  return cancelReason === 'declined' && method !== 'card' ? 'declinedOther' : cancelReason
}

/** Ended by a person or by time, or with its money in a balance or on its way back, is no failure; refused by a bank or by us is one. */
export const hasFailed = (
  row: Parameters<typeof hasWaited>[0] & Pick<Transaction, 'cancelReason' | 'givenBack' | 'received'>,
): boolean =>
  (row.cancelReason === 'declined' || row.cancelReason === 'rejected') &&
  row.givenBack === undefined &&
  row.received === undefined &&
  !hasWaited(row)

/** Declined by the card's bank or by PayPal: it was not canceled, and its payer has not tried again. */
export const isDeclinedOutside = ({
  state,
  type,
  method,
  cancelReason = null,
  laterAttempt,
  ...money
}: Pick<Transaction, 'state' | 'type' | 'method' | 'laterAttempt' | 'returnsAt' | 'givenBack' | 'received'> &
  Partial<Pick<Transaction, 'cancelReason'>>): boolean =>
  state === 'CANCELLED' &&
  cancelReason === 'declined' &&
  type !== 'withdraw' &&
  (method === 'card' || method === 'paypal') &&
  laterAttempt === undefined &&
  hasFailed({ type, method, cancelReason, ...money })

const FEE_KEPT: ReadonlySet<CancelReason | null> = new Set(['cancelledByUser', 'returned'])

/**
 * Nothing is charged for what came to nothing, unless its money came from outside and its sender took it back, or it is contested or went back.
 */
export const isFeeCharged = (
  row: Parameters<typeof hasWaited>[0] & Pick<Transaction, 'state' | 'cancelReason'>,
): boolean => row.state !== 'CANCELLED' || (FEE_KEPT.has(row.cancelReason) && row.method !== 'wallet' && hasWaited(row))

const REFUSED: ReadonlySet<Ending | null> = new Set(['rejected', 'rejectedZelle', 'sentBack'])

/** Money that came too late, or for a receiver who is gone, goes back as well, and nothing was refused. */
export const isRefusedByUs = (row: Transaction, viewerId: string): boolean =>
  row.type !== 'withdraw' && REFUSED.has(endingOf(row, viewerId))

const OVER: ReadonlySet<Ending | null> = new Set([
  'returned',
  'undeliverable',
  'notNeeded',
  'noLongerDue',
  'cameLate',
  'approverDeclined',
  'approverDeclinedTheirs',
  'approverExpiredTheirs',
])

const AGAIN: ReadonlySet<Ending | null> = new Set(['triedAgain', 'paidAgain'])

/** Its payer went on with another attempt: what is left to do is that one's. */
export const isTriedAgain = (row: Transaction, viewerId: string): boolean => AGAIN.has(endingOf(row, viewerId))

/** Nothing is left for its viewer to do. Of a withdrawal that came back there are details to check. */
export const isOverFor = (row: Transaction, viewerId: string): boolean =>
  row.type !== 'withdraw' && OVER.has(endingOf(row, viewerId))
