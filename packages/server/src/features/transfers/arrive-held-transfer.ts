/** How a transfer that waits reaches its receiver: released by their identity check, delivered in time, or approved. Decisions 17, 33 and 37. */
import type { Facts, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { HELD_FOR_APPROVER } from '#features/approvers/index.ts'
import { blocksParticipant } from '#features/contacts/index.ts'
import { heldUntil, limitsParticipant, partiesParticipant } from '#features/limits/index.ts'
import { forPaidFor } from '#features/payins/index.ts'
import { attemptOf, auditOfSystem, heldTransfer, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import { auditParticipant, betweenWallets, forMovements, walletOf } from '#features/wallet/index.ts'
import type { Move, Movement, MovementWrite } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { bothRows, type Decider, decidesOn, sidesOf } from './held-sides.ts'
import { RELEASE_TIER } from './held-transfer-rules.ts'
import { rowOf, type Wait, waitOf } from './waits.ts'

/** What waited for its receiver's identity check is theirs. */
export const release = (services: Services, movement: Movement): Promise<Outcome> => {
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
export const deliver = (services: Services, movement: Movement): Promise<Outcome> =>
  arrive(services, movement, {
    act: 'deliver',
    audit: 'transfer.delivered',
    waitIn: (facts) => (mustWait(facts) ? { for: 'receiver', until: heldUntil(facts.at) } : null),
  })

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
