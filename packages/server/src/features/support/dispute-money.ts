/**
 * The money of disputes. Until it is decided, what was credited is owed back to the house (`receivable:disputes`); decided for its
 * owner it is the house's loss (`expense:disputes`), and decided against them it goes back out of the wallet, as far as that has it: the
 * rest they owe (`receivable:user`), and no balance becomes negative. Each posting is made once, by its key, and only on the version of
 * the dispute that it was decided by.
 */
import type { Command, Facts, Leg, Outcome, Refusal } from '@puente/ledger'
import { disputeId as wireId } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { systemKey } from '#features/payments/index.ts'
import { auditParticipant, forMovements, type MovementDraft, newReference, walletOf } from '#features/wallet/index.ts'
import { forEvents } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { auditOfDispute, toldOf } from './change-dispute.ts'
import type { Dispute } from './dispute.ts'
import { CREDITED_ALONE_MAX_CENTS, credited, resolvedFor, takenBack } from './dispute-rules.ts'
import { forDispute } from './disputes-participant.ts'

type Posting = Pick<Services, 'ledger'>

/** Why a posting of this file was refused, as operators read it. */
export const reasonOf = ({ code, details }: Refusal): string =>
  typeof details?.['reason'] === 'string' ? details['reason'] : code

/** Who decided it, and by which order; null for a deadline. */
type By = { operator: string; orderId: string }

const accountsOf = ({ ledger }: Posting, { ownerId }: Dispute) => ({
  wallet: walletOf(ownerId),
  given: ledger.house('receivable:disputes', ownerId),
  lost: ledger.house('expense:disputes', ownerId),
  owed: ledger.house('receivable:user', ownerId),
  unclaimed: ledger.house('liability:unclaimed', ownerId),
})

/** `asked`: the order that it carries out, so that the same one again is known; the dispute's own id where a deadline asks. */
const keyed = (
  dispute: Dispute,
  what: 'credit' | 'answer' | 'take-back',
  asked = dispute.disputeId,
): Omit<Command, 'kind'> => ({
  ownerId: dispute.ownerId,
  key: systemKey('dispute', what, dispute.disputeId),
  requestHash: asked,
  transferId: newId(),
})

const rowOf = (
  dispute: Dispute,
  movementId: string,
  step: 'credited' | 'corrected' | 'takenBack',
  amountCents: bigint,
): MovementDraft => ({
  ownerId: dispute.ownerId,
  movementId,
  type: step === 'takenBack' ? 'reversal' : 'adjustment',
  state: 'COMPLETED',
  method: 'wallet',
  direction: step === 'takenBack' ? -1 : 1,
  amountCents,
  counterpart: null,
  note: '',
  reference: newReference(),
  linkedId: step === 'takenBack' ? (dispute.credit?.movementId ?? dispute.movementId) : dispute.movementId,
  details: { disputeStep: step, disputeId: wireId(dispute.disputeId) },
})

/**
 * Credits this much until we answer, without an operator only up to a bound (`limitExceeded` beyond it). Refused with
 * `invalidTransactionId` unless the transaction is completed and none of its money has come back (`ifKept`): its owner would have it twice.
 */
export const creditDispute = (
  { ledger }: Posting,
  dispute: Dispute,
  by: By | null,
  amountCents = dispute.amountCents,
): Promise<Outcome> => {
  const { wallet, given } = accountsOf({ ledger }, dispute)
  const { ownerId } = dispute
  const movementId = newId()
  return ledger.post({
    ...keyed(dispute, 'credit', by?.orderId),
    kind: 'dispute.credited',
    legs: [
      { ...given, amountCents: -amountCents },
      { ...wallet, amountCents },
    ],
    participants: {
      ...forParticipant(partiesParticipant, { holder: ownerId }),
      ...forDispute({
        ref: dispute,
        seen: dispute.version,
        after: ({ at }) => credited(dispute, movementId, amountCents, at),
        alone: by === null ? CREDITED_ALONE_MAX_CENTS : null,
      }),
      ...forMovements({
        ifKept: dispute,
        write: () => [{ insert: rowOf(dispute, movementId, 'credited', amountCents), isPosted: true }],
      }),
      ...forEvents(() => [toldOf(dispute, 'credited')]),
      ...forParticipant(auditParticipant, {
        ...auditOfDispute(dispute, 'dispute.credited', by?.operator),
        made: { movementId, ifMoved: wallet },
      }),
    },
  })
}

/**
 * Decides it for its owner: what was credited is theirs for good, and what was not is credited now. They are told with our answer.
 * Refused as a credit is.
 */
export const resolveDisputeFor = async (
  { ledger, log }: Posting & Pick<Services, 'log'>,
  dispute: Dispute,
  by: By,
): Promise<Outcome> => {
  const { wallet, given, lost, unclaimed } = accountsOf({ ledger }, dispute)
  const { ownerId, amountCents } = dispute
  const movementId = newId()
  const creditedCents = dispute.credit?.cents ?? 0n
  const restCents = amountCents - creditedCents
  const before: Leg[] = creditedCents > 0n ? [{ ...given, amountCents: creditedCents }] : []
  const post = (to: Leg | null, isShown: boolean): Promise<Outcome> =>
    ledger.post({
      ...keyed(dispute, 'answer', by.orderId),
      kind: 'dispute.resolved',
      locks: [wallet],
      legs: [{ ...lost, amountCents: -amountCents }, ...before, ...(to ? [to] : [])],
      participants: {
        ...(isShown && forParticipant(partiesParticipant, { holder: ownerId })),
        ...forMovements({
          ifKept: dispute,
          write: () =>
            isShown ? [{ insert: rowOf(dispute, movementId, 'corrected', restCents), isPosted: true }] : [],
        }),
        ...forDispute({
          ref: dispute,
          seen: dispute.version,
          after: ({ at }) => resolvedFor(dispute, movementId, at),
          alone: null,
        }),
        ...forParticipant(auditParticipant, {
          ...auditOfDispute(dispute, 'dispute.resolved-for', by.operator),
          made: { movementId, ifMoved: wallet },
        }),
      },
    })
  if (restCents === 0n) return post(null, false)
  const outcome = await post({ ...wallet, amountCents: restCents }, true)
  if (outcome.accepted || outcome.refusal.code !== 'invalidUser') return outcome
  log.error({ alert: true, label: dispute.disputeId }, 'a dispute was decided for an account that is closed')
  return post({ ...unclaimed, amountCents: restCents }, false)
}

/** Takes the credit back, on its day. */
export const takeDisputeBack = ({ ledger }: Posting, dispute: Dispute): Promise<Outcome> => {
  const accounts = accountsOf({ ledger }, dispute)
  const { wallet, given, owed } = accounts
  const amountCents = dispute.credit?.cents ?? 0n
  const movementId = newId()
  // What this command takes is not in the balance any more once its legs are decided.
  let takenCents = 0n
  const decideTaken = (facts: Facts): bigint => {
    const { availableCents } = facts.balanceOf(wallet)
    takenCents = availableCents < amountCents ? availableCents : amountCents
    return takenCents
  }
  const legs = (facts: Facts): Leg[] => {
    const taken = decideTaken(facts)
    const all: Leg[] = [
      { ...wallet, amountCents: -taken },
      { ...owed, amountCents: taken - amountCents },
      { ...given, amountCents },
    ]
    return all.filter((leg) => leg.amountCents !== 0n)
  }
  return ledger.post({
    ...keyed(dispute, 'take-back'),
    kind: 'dispute.taken-back',
    locks: [wallet, given, owed],
    legs,
    participants: {
      ...forParticipant(partiesParticipant, {
        debtor: { ownerId: dispute.ownerId, receivable: owed, movementId: dispute.movementId },
      }),
      ...forDispute({
        ref: dispute,
        seen: dispute.version,
        after: (facts) => takenBack(dispute, decideTaken(facts), facts.at),
        alone: null,
      }),
      ...forMovements({
        write: () =>
          takenCents > 0n ? [{ insert: rowOf(dispute, movementId, 'takenBack', takenCents), isPosted: true }] : [],
      }),
      ...forEvents(() => [toldOf(dispute, 'creditTakenBack')]),
      ...forParticipant(auditParticipant, {
        ...auditOfDispute(dispute, 'dispute.taken-back'),
        made: { movementId, ifMoved: wallet },
      }),
    },
  })
}
