/** How a transfer that waits ends: it reaches the receiver, or it goes back to the sender. Each happens once, by its key. Decisions 17, 33 and 37. */
import type { Facts, Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { approverIdsOf, decidedUntil, forApprovers, HELD_FOR_APPROVER } from '#features/approvers/index.ts'
import { blocksParticipant, isBlockedBetween } from '#features/contacts/index.ts'
import {
  feesParticipant,
  HELD_FOR_RECEIVER,
  heldUntil,
  limitsParticipant,
  partiesParticipant,
} from '#features/limits/index.ts'
import {
  auditParticipant,
  betweenWallets,
  findMovement,
  forMovements,
  listHeldIncoming,
  listHeldOutgoing,
  newReference,
  walletOf,
} from '#features/wallet/index.ts'
import type { CancelReason, Move, Movement, MovementDraft, MovementWrite } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { forPaidFor } from '#features/payins/index.ts'
import { attemptOf, auditOfSystem, heldTransfer, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import { RELEASE_TIER } from './held-transfer-rules.ts'
import { rowOf, undoneUntil, type Wait, waitOf } from './waits.ts'

/** Both sides of a held transfer, by the sender's or the receiver's row. */
const sidesOf = ({ ownerId, counterpart, direction }: Movement) => {
  if (!counterpart) throw new Error('a held transfer has two sides')
  const [sender, receiver] = direction === -1 ? [ownerId, counterpart.ownerId] : [counterpart.ownerId, ownerId]
  return { sender, receiver }
}

const bothRows = (sender: string, receiver: string, movementId: string) => ({
  movementRefs: [
    { ownerId: sender, movementId },
    { ownerId: receiver, movementId },
  ],
})

const release = (services: Services, movement: Movement): Promise<Outcome> => {
  const { sender, receiver } = sidesOf(movement)
  const { movementId, amountCents } = movement
  const attempt = attemptOf(movement)
  return services.ledger.post({
    ownerId: sender,
    key: systemKey('release', movementId),
    requestHash: movementId,
    kind: 'send.in-app',
    transferId: newId(),
    participants: {
      ...forParticipant(partiesParticipant, { sender, receiver, receiverMinTier: RELEASE_TIER }),
      ...forParticipant(blocksParticipant, { between: [sender, receiver] }),
      ...forParticipant(paymentsParticipant, { unwatch: movementId }),
      ...forPaidFor(attempt && { pay: attempt }),
      ...forMovements({
        ...bothRows(sender, receiver, movementId),
        write: () =>
          [sender, receiver].map((ownerId) => ({ move: { ownerId, movementId, to: 'COMPLETED' }, isPosted: true })),
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'transfer.released', movementId })),
    },
    holds: [{ op: 'settle', ownerId: sender, holdId: movementId, amountCents, final: true }],
    legs: betweenWallets(sender, receiver, amountCents),
  })
}

type Arriving = {
  /** Makes the key of the command. */
  act: 'deliver' | 'approve'
  audit: Parameters<typeof auditOfSystem>[0]['action']
  /** Why it has to wait on, as things are by then. */
  waitIn: (facts: Facts) => Wait | null
  /** Who has approved it, by their word: nothing of one whose time to undo it is over. */
  approval?: { needs: Record<string, unknown>; decidedBy: string }
}

/**
 * What waited in its sender's wallet reaches its receiver, or waits on for something else, as if it had been sent now. Refused with
 * `accountRestricted` while the sender is not open, with `invalidUser` when the receiver cannot receive it any more.
 */
const arrive = (
  services: Services,
  movement: Movement,
  { act, audit, waitIn, approval }: Arriving,
): Promise<Outcome> => {
  const { sender, receiver } = sidesOf(movement)
  const { movementId, amountCents } = movement
  const attempt = attemptOf(movement)
  const waits = (facts: Facts): boolean => waitIn(facts) !== null
  const from = approval ? HELD_FOR_APPROVER : undefined
  const moveOf = (ownerId: string, facts: Facts): MovementWrite => {
    const side = ownerId === sender ? 'sender' : 'receiver'
    const { details, state: to, ...reason } = rowOf(waitIn(facts), side)
    const said = side === 'sender' && approval ? { ...details, decidedBy: approval.decidedBy } : { ...details }
    const move = { ownerId, movementId, from, to, ...reason, details: said } as Move
    return { move, isPosted: to === 'COMPLETED' }
  }
  return services.ledger.post({
    ownerId: sender,
    key: systemKey(act, movementId),
    requestHash: movementId,
    kind: 'send.in-app',
    transferId: newId(),
    locks: [walletOf(sender), walletOf(receiver)],
    holdRefs: [{ ownerId: sender, holdId: movementId }],
    participants: {
      ...forParticipant(partiesParticipant, { sender, receiver }),
      ...forParticipant(blocksParticipant, { between: [sender, receiver] }),
      ...forParticipant(limitsParticipant, { arrives: { sender, receiver, amountCents } }),
      ...approval?.needs,
      ...forParticipant(paymentsParticipant, {
        watch: (facts) => {
          const wait = waitIn(facts)
          return wait && heldTransfer({ ownerId: sender, ref: movementId }, wait.until)
        },
        otherwiseUnwatch: movementId,
      }),
      ...forPaidFor(attempt && { pay: attempt, waits }),
      ...forMovements({
        ...bothRows(sender, receiver, movementId),
        write: (facts) => [sender, receiver].map((ownerId) => moveOf(ownerId, facts)),
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: audit, movementId })),
    },
    holds: (facts) =>
      waits(facts) ? [] : [{ op: 'settle', ownerId: sender, holdId: movementId, amountCents, final: true }],
    legs: (facts) => (waits(facts) ? [] : betweenWallets(sender, receiver, amountCents)),
  })
}

const mustWait = (facts: Facts): boolean => facts.of(limitsParticipant).mustWait

/** The time to undo it is over: the receiver gets it, or it goes on waiting for their identity check. */
const deliver = (services: Services, movement: Movement): Promise<Outcome> =>
  arrive(services, movement, {
    act: 'deliver',
    audit: 'transfer.delivered',
    waitIn: (facts) => (mustWait(facts) ? { for: 'receiver', until: heldUntil(facts.at) } : null),
  })

/** Who decides, and in which words the sender's row keeps it. */
export type Decider = { approverId: string; name: string }

const decidesOn = (movement: Movement, approverId: string) => {
  const until = decidedUntil(movement)
  if (!until) throw new Error('only what waits for an approver is decided on')
  const { ownerId, movementId } = movement
  return forApprovers({ decides: { ownerId, movementId, approverIds: approverIdsOf(movement), approverId, until } })
}

/**
 * An approver has said yes, by the sender's row. A payee whom the sender never paid before is still one: the time to undo it, where the
 * sender chose one, begins now. Refused with `notFound` when the approver may not decide, or not any more.
 */
export const approveTransfer = (services: Services, movement: Movement, by: Decider): Promise<Outcome> => {
  const { sender, receiver } = sidesOf(movement)
  const isAskedFor = attemptOf(movement) !== null
  return arrive(services, movement, {
    act: 'approve',
    audit: 'transfer.approved',
    waitIn: (facts) =>
      waitOf({
        approval: null,
        mustWait: mustWait(facts),
        payer: isAskedFor ? undefined : facts.of(partiesParticipant).get(sender),
        payeeId: receiver,
        at: facts.at,
      }),
    approval: { needs: decidesOn(movement, by.approverId), decidedBy: by.name },
  })
}

/**
 * What a transfer used is free again when it goes back. One whose money came from outside has brought that money into the sender's
 * wallet, where it stays: its limits stay used, as those of a deposit would. The fee comes back with a row of its own, unless the
 * sender took it back themselves: else a receiver who never verifies would be a way to add money free of fees and limits.
 */
const givenBack = (services: Services, movement: Movement, cancelReason: CancelReason) => {
  const { ownerId, movementId, method, feeCents, scheduledFeeCents, createdAt } = movement
  if (method === 'wallet')
    return {
      legs: [],
      writes: [],
      participants: forParticipant(limitsParticipant, { restore: { ownerId, movementId, countedAt: createdAt } }),
    }
  if (cancelReason === 'cancelledByUser') return { legs: [], writes: [], participants: {} }
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
