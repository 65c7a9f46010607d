/** Why a payment does not reach its receiver at once, and until when. */
import { type Approval, approvalDetails, HELD_FOR_APPROVER } from '#features/approvers/index.ts'
import { HELD_FOR_RECEIVER, heldUntil, type Party } from '#features/limits/index.ts'
import type { Movement, MovementDraft } from '#features/wallet/index.ts'

/**
 * `approver`: for the word of one, or it goes back; `receiver`: for their identity check, or it goes back; `undo`: its sender may take
 * it back until then.
 */
export type Wait =
  | { for: 'approver'; until: Date; approval: NonNullable<Approval> }
  | { for: 'receiver' | 'undo'; until: Date }

const MINUTE_MS = 60_000

type Sent = {
  /** Whose word comes first, if anybody's. The other two begin with it. */
  approval: Approval
  /** For the receiver's identity check, as the limits say. */
  mustWait: boolean
  payer: Pick<Party, 'undoMinutes' | 'paidBefore'> | undefined
  payeeId: string
  at: Date
}

/** Null when it arrives at once. */
export const waitOf = ({ approval, mustWait, payer, payeeId, at }: Sent): Wait | null => {
  if (approval) return { for: 'approver', until: approval.until, approval }
  if (mustWait) return { for: 'receiver', until: heldUntil(at) }
  if (!payer || payer.undoMinutes === 0 || payer.paidBefore.has(payeeId)) return null
  return { for: 'undo', until: new Date(at.getTime() + payer.undoMinutes * MINUTE_MS) }
}

type Standing = Pick<MovementDraft, 'details'> &
  ({ state: 'COMPLETED' | 'PENDING' } | { state: 'ON HOLD'; holdReason: NonNullable<MovementDraft['holdReason']> })

/** What both rows say of the wait; whose word counts is for the sender alone to see. */
export const rowOf = (wait: Wait | null, side: 'sender' | 'receiver'): Standing => {
  if (!wait) return { state: 'COMPLETED' }
  const until = wait.until.toISOString()
  switch (wait.for) {
    case 'approver':
      return {
        state: 'ON HOLD',
        holdReason: HELD_FOR_APPROVER,
        details: side === 'sender' ? approvalDetails(wait.approval) : { decideBy: until },
      }
    case 'receiver':
      return { state: 'ON HOLD', holdReason: HELD_FOR_RECEIVER, details: { returnsAt: until } }
    case 'undo':
      return { state: 'PENDING', details: { arrivesAt: until } }
  }
}

/** The purpose of the hold in the ledger. */
export const purposeOf = ({ for: reason }: Wait): string =>
  ({ approver: HELD_FOR_APPROVER, receiver: HELD_FOR_RECEIVER, undo: 'undo' })[reason]

/** Until when this transfer can be undone; null for one that is no such or no longer waits for that. */
export const undoneUntil = ({ state, details }: Pick<Movement, 'state' | 'details'>): Date | null => {
  const until = details['arrivesAt']
  return state === 'PENDING' && typeof until === 'string' ? new Date(until) : null
}
