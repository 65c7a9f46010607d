/** When a transfer that waits is over: what ends its wait, and what it comes to then. */
import { decidedUntil, HELD_FOR_APPROVER } from '#features/approvers/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { findMovement, listHeldIncoming, listHeldOutgoing, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { deliver, release } from './arrive-held-transfer.ts'
import { sidesOf } from './held-sides.ts'
import { returnHeldTransfer } from './return-held-transfer.ts'
import { undoneUntil } from './waits.ts'

/** Reasons to wait on: the sender is frozen, or the receiver is not verified yet. A block between the two is none: it goes back. */
const WAITING: readonly string[] = ['accountRestricted', 'invalidUser']
/** What it was to pay was paid in another way meanwhile, or is not to be paid any more. */
export const NOT_NEEDED: readonly string[] = ['invalidInvoice', 'notFound']

const isBlocked = ({ db }: Services, movement: Movement): Promise<boolean> => {
  const { sender, receiver } = sidesOf(movement)
  return isBlockedBetween(db, sender, receiver)
}

const releaseAll = async (services: Services, ownerId: string, movementIds: readonly string[]): Promise<void> => {
  for (const movementId of movementIds) {
    const movement = await findMovement(services.db, { ownerId, movementId })
    if (!movement) continue
    const outcome = await release(services, movement)
    if (outcome.accepted) continue
    const isOver = NOT_NEEDED.includes(outcome.refusal.code) || (await isBlocked(services, movement))
    if (isOver) await returnHeldTransfer(services, movement, 'rejected')
    else if (!WAITING.includes(outcome.refusal.code))
      services.log.warn({ transferId: movementId, code: outcome.refusal.code }, 'a held transfer could not be released')
  }
}

/** Lets everything through that waited for this person's identity check. Safe to run again. */
export const releaseHeldTransfers = async (services: Services, ownerId: string): Promise<void> =>
  releaseAll(services, ownerId, await listHeldIncoming(services.db, ownerId, HELD_FOR_RECEIVER))

/** Lets through what this person has sent and their own freeze has kept back since. Safe to run again. */
export const releaseSentTransfers = async (services: Services, ownerId: string): Promise<void> =>
  releaseAll(services, ownerId, await listHeldOutgoing(services.db, ownerId, HELD_FOR_RECEIVER))

/** What cannot be delivered when it can no longer be undone goes back: its sender is frozen, its receiver is gone, or it is not needed. */
const endUndo = async (services: Services, movement: Movement, until: Date): Promise<void> => {
  if ((await databaseNow(services.db, services.clock)) < until) return
  const outcome = await deliver(services, movement)
  if (outcome.accepted || ![...WAITING, ...NOT_NEEDED].includes(outcome.refusal.code)) return
  const isSenderFrozen = outcome.refusal.code === 'accountRestricted'
  await returnHeldTransfer(services, movement, isSenderFrozen ? 'expired' : 'rejected')
}

/** Nobody has decided in time: it goes back, unless somebody does at this moment. */
const endApproval = async (services: Services, movement: Movement, until: Date): Promise<void> => {
  if ((await databaseNow(services.db, services.clock)) < until) return
  await returnHeldTransfer(services, movement, 'expired', { from: HELD_FOR_APPROVER })
}

/** The time of a transfer that waits is over. */
export const endWait = async (services: Services, ownerId: string, movementId: string): Promise<void> => {
  const movement = await findMovement(services.db, { ownerId, movementId })
  const until = movement && undoneUntil(movement)
  const decideBy = movement && decidedUntil(movement)
  if (until) await endUndo(services, movement, until)
  else if (decideBy) await endApproval(services, movement, decideBy)
  else if (movement?.state === 'ON HOLD') await expireHeldTransfer(services, movement)
}

/**
 * The fourteen days are over, and the transfer goes back; unless the receiver has proved who they are and its release still
 * waits, as while money was frozen. What a frozen sender could not let go of goes back as well.
 */
const expireHeldTransfer = async (services: Services, movement: Movement): Promise<void> => {
  const released = await release(services, movement)
  if (released.accepted) return
  const { code } = released.refusal
  const isSenderFrozen = code === 'accountRestricted'
  const isRejected = NOT_NEEDED.includes(code) || (await isBlocked(services, movement))
  const reason = isRejected ? 'rejected' : 'recipientDidNotVerify'
  await returnHeldTransfer(services, movement, isSenderFrozen ? 'expired' : reason)
}
