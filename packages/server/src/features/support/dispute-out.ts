import {
  type Dispute as DisputeOut,
  disputeId as wireId,
  ticketId as wireTicket,
  transactionId,
} from '@puente/contract'
import { readKept } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import type { Dispute } from './dispute.ts'
import { canMoveDispute, isCreditedAlone, lateOf } from './dispute-rules.ts'
import { readGiven } from './disputes-batch-store.ts'

const creditOut = ({ credit, amountCents }: Dispute): DisputeOut['credit'] =>
  credit && {
    state: credit.state,
    amount: Number(credit.state === 'final' ? amountCents : credit.cents),
    at: credit.at.toISOString(),
    transactionId: transactionId(credit.movementId),
    takeBackOn: credit.takeBackDay,
    takenBack: Number(credit.takenCents),
    owed: Number(credit.owedCents),
  }

/** What does not follow from the row alone: `automaticCredit` from its transaction and from what else was credited, `late` from the time. */
type Standing = Pick<DisputeOut, 'automaticCredit' | 'late'>

export const rowOut = (dispute: Dispute, standing: Standing): DisputeOut => ({
  id: wireId(dispute.disputeId),
  transactionId: transactionId(dispute.movementId),
  reference: dispute.reference,
  ticketId: wireTicket(dispute.ticketId),
  kind: dispute.kind,
  state: dispute.state,
  amount: Number(dispute.amountCents),
  currency: 'USD',
  answerBy: dispute.answerDay,
  finalBy: dispute.finalDay,
  creditDue: dispute.creditDue,
  ...standing,
  credit: creditOut(dispute),
  answerId: dispute.answerMessageId,
  timeline: dispute.timeline,
  can: { withdraw: canMoveDispute(dispute.state, 'withdrawn') },
  date: dispute.createdAt.toISOString(),
  version: dispute.version,
})

type Reading = Pick<Services, 'clock' | 'db'>

/** How these disputes stand now. */
const standingOf = async (
  { db, clock }: Reading,
  disputes: readonly Dispute[],
): Promise<(dispute: Dispute) => Standing> => {
  const ownerIds = [...new Set(disputes.map(({ ownerId }) => ownerId))]
  const [rows, given] = await Promise.all([readKept(db, disputes), readGiven(db.pool, ownerIds)])
  const at = clock.now()
  return (dispute) => {
    const { ownerId, movementId } = dispute
    const row = rows.find(({ movement }) => movement.movementId === movementId && movement.ownerId === ownerId)
    const givenCents = given.get(ownerId) ?? 0n
    return {
      automaticCredit: row !== undefined && isCreditedAlone(dispute, { ...row, isKept: row.why === null, givenCents }),
      late: lateOf(dispute, row?.movement ?? null, at),
    }
  }
}

/** Disputes as their owners read them. */
export const disputesOut = async (reading: Reading, disputes: readonly Dispute[]): Promise<DisputeOut[]> => {
  const standing = await standingOf(reading, disputes)
  return disputes.map((dispute) => rowOut(dispute, standing(dispute)))
}

/** One of them. */
export const disputeOut = async (reading: Reading, dispute: Dispute): Promise<DisputeOut> =>
  rowOut(dispute, (await standingOf(reading, [dispute]))(dispute))
