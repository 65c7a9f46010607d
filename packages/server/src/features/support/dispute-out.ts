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
import { listWaitingOrCredited } from './disputes-store.ts'

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

/** How these disputes stand now. What is reported first is credited first, and leaves less for the next. */
const standingOf = async (
  { db, clock }: Reading,
  disputes: readonly Dispute[],
): Promise<(dispute: Dispute) => Standing> => {
  const ownerIds = [...new Set(disputes.map(({ ownerId }) => ownerId))]
  const [theirs, given] = await Promise.all([listWaitingOrCredited(db, ownerIds), readGiven(db.pool, ownerIds)])
  const refs = new Map([...disputes, ...theirs].map((one) => [`${one.ownerId}/${one.movementId}`, one]))
  const rows = await readKept(db, [...refs.values()])
  const rowOf = ({ ownerId, movementId }: Dispute) =>
    rows.find(({ movement }) => movement.movementId === movementId && movement.ownerId === ownerId)
  const automatic = new Set<string>()
  for (const dispute of theirs) {
    const { ownerId, movementId, disputeId, amountCents } = dispute
    const row = rowOf(dispute)
    const givenCents = given.get(ownerId) ?? 0n
    const wasCredited = theirs.some(
      (one) => one.ownerId === ownerId && one.movementId === movementId && one.credit !== null,
    )
    if (!row || !isCreditedAlone(dispute, { ...row, isKept: row.why === null, wasCredited, givenCents })) continue
    automatic.add(disputeId)
    given.set(ownerId, givenCents + amountCents)
  }
  const at = clock.now()
  return (dispute) => ({
    automaticCredit: automatic.has(dispute.disputeId),
    late: lateOf(dispute, rowOf(dispute)?.movement ?? null, at),
  })
}

/** Disputes as their owners read them. */
export const disputesOut = async (reading: Reading, disputes: readonly Dispute[]): Promise<DisputeOut[]> => {
  const standing = await standingOf(reading, disputes)
  return disputes.map((dispute) => rowOut(dispute, standing(dispute)))
}

/** One of them. */
export const disputeOut = async (reading: Reading, dispute: Dispute): Promise<DisputeOut> =>
  rowOut(dispute, (await standingOf(reading, [dispute]))(dispute))
