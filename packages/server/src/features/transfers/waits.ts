/** Why a payment does not reach its receiver at once, and until when. */
import { HELD_FOR_RECEIVER, heldUntil, type Party } from '#features/limits/index.ts'
import type { Movement, MovementDraft } from '#features/wallet/index.ts'

/** `receiver`: for their identity check, or it goes back; `undo`: its sender may take it back until then. */
export type Wait = { for: 'receiver' | 'undo'; until: Date }

const MINUTE_MS = 60_000

type Sent = {
  /** For the receiver's identity check, as the limits say. */
  mustWait: boolean
  payer: Pick<Party, 'undoMinutes' | 'paidBefore'> | undefined
  payeeId: string
  at: Date
}

/** Null when it arrives at once. */
export const waitOf = ({ mustWait, payer, payeeId, at }: Sent): Wait | null => {
  if (mustWait) return { for: 'receiver', until: heldUntil(at) }
  if (!payer || payer.undoMinutes === 0 || payer.paidBefore.has(payeeId)) return null
  return { for: 'undo', until: new Date(at.getTime() + payer.undoMinutes * MINUTE_MS) }
}

/** What both rows say of the wait. */
export const rowOf = (wait: Wait | null): Pick<MovementDraft, 'state' | 'holdReason' | 'details'> => {
  if (!wait) return { state: 'COMPLETED' }
  const until = wait.until.toISOString()
  return wait.for === 'receiver'
    ? { state: 'ON HOLD', holdReason: HELD_FOR_RECEIVER, details: { returnsAt: until } }
    : { state: 'PENDING', details: { arrivesAt: until } }
}

/** Until when this transfer can be undone; null for one that is no such or no longer waits for that. */
export const undoneUntil = ({ state, details }: Pick<Movement, 'state' | 'details'>): Date | null => {
  const until = details['arrivesAt']
  return state === 'PENDING' && typeof until === 'string' ? new Date(until) : null
}
