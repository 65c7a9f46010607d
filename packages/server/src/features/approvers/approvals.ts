/** A payment that waits, or waited, for an approver: what its rows keep of that, and what its approver sees of it. */
import { type ApprovalDecision, type ApprovalOutcome, transactionId, userId } from '@puente/contract'
import type { Person } from '#features/accounts/index.ts'
import type { Movement, MovementDraft } from '#features/wallet/index.ts'
import { imageOf } from './approvers-out.ts'
import type { Approval } from './approvers-participant.ts'

/** Why a payment is on hold, and the purpose of the hold in the ledger. */
export const HELD_FOR_APPROVER = 'approverWait'

/** What the row of who pays keeps; that of who is paid says only until when it waits. */
export const approvalDetails = (approval: NonNullable<Approval>): NonNullable<MovementDraft['details']> => ({
  decideBy: approval.until.toISOString(),
  approvers: approval.approverIds,
  approverNames: approval.names,
  firstPayment: approval.isFirst,
})

type Row = Pick<Movement, 'state' | 'holdReason' | 'cancelReason' | 'details'>

/** Whose word counts for a payment, by the row of who pays; nobody's for one that never waited. */
export const approverIdsOf = ({ details }: Pick<Row, 'details'>): string[] => {
  const ids = details['approvers']
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/** Until when a payment waits; null for one that does not. */
export const decidedUntil = ({ state, holdReason, details }: Row): Date | null => {
  const until = details['decideBy']
  const isWaiting = state === 'ON HOLD' && holdReason === HELD_FOR_APPROVER
  return isWaiting && typeof until === 'string' ? new Date(until) : null
}

/** What became of it, at a moment: once its time is over nobody decides, even while it has yet to go back. */
export const outcomeOf = (row: Row, at: Date): ApprovalOutcome => {
  const until = decidedUntil(row)
  if (until) return at < until ? 'waiting' : 'expired'
  if (row.details['decidedBy'] !== undefined) return row.cancelReason === 'declined' ? 'declined' : 'approved'
  return row.cancelReason === 'expired' ? 'expired' : 'cancelled'
}

const expiryOf = ({ details }: Movement): string => {
  const until = details['decideBy']
  if (typeof until !== 'string') throw new Error('a payment that is approved says until when')
  return until
}

/** Nothing of who pays but their name: neither their balance nor what else they do. */
export const decisionOf = (movement: Movement, payer: Person, at: Date): ApprovalDecision => {
  const { movementId, counterpart, amountCents, note, createdAt, details } = movement
  if (!counterpart) throw new Error('a payment that is approved has a receiver')
  return {
    transactionId: transactionId(movementId),
    outcome: outcomeOf(movement, at),
    userId: userId(payer.id),
    fullName: payer.fullName,
    image: imageOf(payer.imageFileId),
    to: {
      fullName: counterpart.name,
      publicTransactionId: counterpart.handle,
      image: imageOf(counterpart.imageFileId),
      business: counterpart.isBusiness,
    },
    isFirst: details['firstPayment'] === true,
    amount: Number(amountCents),
    currency: 'USD',
    note,
    date: createdAt.toISOString(),
    expiresAt: expiryOf(movement),
  }
}
