import {
  type Dispute as DisputeOut,
  disputeId as wireId,
  ticketId as wireTicket,
  transactionId,
} from '@puente/contract'
import { readKept } from '#features/wallet/index.ts'
import type { Database } from '#platform/db/database.ts'
import type { Dispute } from './dispute.ts'
import { canMoveDispute, isCreditedAlone } from './dispute-rules.ts'
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

/** What the row itself says; `automaticCredit` follows from its transaction and from what else was credited. */
export const rowOut = (dispute: Dispute, automaticCredit: boolean): DisputeOut => ({
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
  automaticCredit,
  credit: creditOut(dispute),
  timeline: dispute.timeline,
  can: { withdraw: canMoveDispute(dispute.state, 'withdrawn') },
  date: dispute.createdAt.toISOString(),
  version: dispute.version,
})

/** Which of these disputes are credited automatically on their deadline. */
const automaticOf = async (db: Database, disputes: readonly Dispute[]): Promise<(dispute: Dispute) => boolean> => {
  const ownerIds = [...new Set(disputes.map(({ ownerId }) => ownerId))]
  const [rows, given] = await Promise.all([readKept(db, disputes), readGiven(db.pool, ownerIds)])
  return (dispute) => {
    const { ownerId, movementId } = dispute
    const row = rows.find(({ movement }) => movement.movementId === movementId && movement.ownerId === ownerId)
    const givenCents = given.get(ownerId) ?? 0n
    return row !== undefined && isCreditedAlone(dispute, { ...row, isKept: row.why === null, givenCents })
  }
}

/** Disputes as their owners read them. */
export const disputesOut = async (db: Database, disputes: readonly Dispute[]): Promise<DisputeOut[]> => {
  const isAutomatic = await automaticOf(db, disputes)
  return disputes.map((dispute) => rowOut(dispute, isAutomatic(dispute)))
}

/** One of them. */
export const disputeOut = async (db: Database, dispute: Dispute): Promise<DisputeOut> =>
  rowOut(dispute, (await automaticOf(db, [dispute]))(dispute))
