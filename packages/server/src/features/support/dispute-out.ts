import {
  type Dispute as DisputeOut,
  disputeId as wireId,
  ticketId as wireTicket,
  transactionId,
} from '@puente/contract'
import type { Dispute } from './dispute.ts'
import { canMoveDispute } from './dispute-rules.ts'

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

/** A dispute as its owner reads it. */
export const disputeOut = (dispute: Dispute): DisputeOut => ({
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
  credit: creditOut(dispute),
  timeline: dispute.timeline,
  can: { withdraw: canMoveDispute(dispute.state, 'withdrawn') },
  date: dispute.createdAt.toISOString(),
  version: dispute.version,
})
