/** How a transfer that waits goes back to its sender, once, with what it used. Decisions 17, 33 and 37. */
import type { Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { approverIdsOf, decidedUntil, forApprovers, type HELD_FOR_APPROVER } from '#features/approvers/index.ts'
import { countedAsDeposit, feesParticipant, limitsParticipant, partiesParticipant } from '#features/limits/index.ts'
import { forPaidFor } from '#features/payins/index.ts'
import { attemptOf, auditOfSystem, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import { auditParticipant, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import type { CancelReason, Movement, MovementDraft, MovementWrite } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { bothRows, type Decider, decidesOn, sidesOf } from './held-sides.ts'

/** Of money from outside: it stays, as a deposit. */
const STAYS: readonly CancelReason[] = ['cancelledByUser', 'returned']

/**
 * What a transfer used is free again when it goes back. One whose money came from outside has brought that money into the sender's
 * wallet, where it stays: its limits stay used, as those of a deposit would. The fee comes back with a row of its own, unless the sender took it
 * back themselves, or its payment is contested or goes back: else either would be a way to add money free of fees and limits. Once the whole
 * of the payment has gone back, that gives back the rest.
 */
const givenBack = (services: Services, movement: Movement, cancelReason: CancelReason) => {
  const { ownerId, movementId, method, feeCents, scheduledFeeCents, createdAt } = movement
  if (method === 'wallet')
    return {
      legs: [],
      writes: [],
      participants: forParticipant(limitsParticipant, { restore: { ownerId, movementId, countedAt: createdAt } }),
    }
  if (STAYS.includes(cancelReason)) return { legs: [], writes: [], participants: countedAsDeposit(movement) }
  const { house } = services.ledger
  const legs: Leg[] = [
    { ...house('income:fees', ownerId), amountCents: -scheduledFeeCents },
    { ...house('expense:promotion', ownerId), amountCents: scheduledFeeCents - feeCents },
    { ...walletOf(ownerId), amountCents: feeCents },
  ]
  const refund: MovementDraft = {
    ownerId,
    movementId: newId(),
    type: 'refund',
    state: 'COMPLETED',
    method,
    direction: 1,
    amountCents: feeCents,
    counterpart: null,
    note: '',
    reference: newReference(),
    linkedId: movementId,
  }
  return {
    legs: legs.filter((leg) => leg.amountCents !== 0n),
    writes: feeCents === 0n ? [] : [{ insert: refund, isPosted: true }],
    participants: forParticipant(feesParticipant, { restore: { ownerId, movementId } }),
  }
}

/** What an approver's part in it is: it is theirs to end, or to hear that it has ended. */
const approversIn = (movement: Movement, sender: string, reason: CancelReason, by: Decider | undefined) => {
  if (by) return decidesOn(movement, by.approverId)
  if (decidedUntil(movement) === null) return {}
  const { movementId } = movement
  const approverIds = approverIdsOf(movement)
  return forApprovers({ ends: { ownerId: sender, movementId, approverIds, isExpired: reason === 'expired' } })
}

type Returning = {
  /** What it must still wait for; whatever it waits for without it. */
  from?: typeof HELD_FOR_APPROVER
  /** The approver who said no. */
  by?: Decider
}

/** Frees the sender's money, gives back what the transfer used, and tells both why. */
export const returnHeldTransfer = (
  services: Services,
  movement: Movement,
  cancelReason: CancelReason,
  { from, by }: Returning = {},
): Promise<Outcome> => {
  const { sender, receiver } = sidesOf(movement)
  const { movementId } = movement
  const attempt = attemptOf(movement)
  const back = givenBack(services, { ...movement, ownerId: sender }, cancelReason)
  const moveOf = (ownerId: string): MovementWrite => {
    const said = by && ownerId === sender ? { details: { decidedBy: by.name } } : {}
    return { move: { ownerId, movementId, from, to: 'CANCELLED', cancelReason, ...said }, isPosted: false }
  }
  return services.ledger.post({
    ownerId: sender,
    key: systemKey('return', movementId),
    requestHash: movementId,
    kind: 'send.returned',
    transferId: newId(),
    locks: [walletOf(receiver)],
    participants: {
      ...approversIn(movement, sender, cancelReason, by),
      ...forParticipant(partiesParticipant, { gains: sender }),
      ...forParticipant(paymentsParticipant, { unwatch: movementId }),
      ...forPaidFor(attempt && { stop: attempt }),
      ...forMovements({
        ...bothRows(sender, receiver, movementId),
        write: () => [...[sender, receiver].map(moveOf), ...back.writes],
      }),
      ...back.participants,
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'transfer.returned', movementId })),
    },
    legs: back.legs,
    holds: [{ op: 'release', ownerId: sender, holdId: movementId }],
  })
}
