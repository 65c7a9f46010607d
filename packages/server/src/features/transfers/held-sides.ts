/** What arriving and going back have in common: the two sides of a transfer that waits, and the approver who decides on it. */
import { approverIdsOf, decidedUntil, forApprovers } from '#features/approvers/index.ts'
import type { Movement } from '#features/wallet/index.ts'

/** Both sides of a held transfer, by the sender's or the receiver's row. */
export const sidesOf = ({ ownerId, counterpart, direction }: Movement) => {
  if (!counterpart) throw new Error('a held transfer has two sides')
  const [sender, receiver] = direction === -1 ? [ownerId, counterpart.ownerId] : [counterpart.ownerId, ownerId]
  return { sender, receiver }
}

export const bothRows = (sender: string, receiver: string, movementId: string) => ({
  movementRefs: [
    { ownerId: sender, movementId },
    { ownerId: receiver, movementId },
  ],
})

/** Who decides, and in which words the sender's row keeps it. */
export type Decider = { approverId: string; name: string }

/** The word of an approver, for a command's `participants`. */
export const decidesOn = (movement: Movement, approverId: string) => {
  const until = decidedUntil(movement)
  if (!until) throw new Error('only what waits for an approver is decided on')
  const { ownerId, movementId } = movement
  return forApprovers({ decides: { ownerId, movementId, approverIds: approverIdsOf(movement), approverId, until } })
}
