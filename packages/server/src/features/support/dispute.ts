import type { DisputeCredit, DisputeKind, DisputeState, DisputeStep } from '@puente/contract'

export type DisputeRef = { ownerId: string; disputeId: string }

/** Money that was credited for it. Ids are bare uuids, days are days in New York. */
export type Credit = {
  state: DisputeCredit
  /** Where a part was credited and then the rest, that of the part. */
  movementId: string
  /** Until there is an answer: the amount in question, or what operators credited of it. Final is always the whole. */
  cents: bigint
  at: Date
  takeBackDay: string | null
  /** What of it went back, and what the balance did not have and its owner owes. */
  takenCents: bigint
  owedCents: bigint
}

export type Dispute = DisputeRef & {
  movementId: string
  ticketId: string
  /** Of the movement. */
  reference: string
  kind: DisputeKind
  state: DisputeState
  amountCents: bigint
  answerDay: string
  finalDay: string
  creditDue: boolean
  credit: Credit | null
  /** Our answer, in its ticket. Null until it is decided, and of what was decided before answers were noted. */
  answerMessageId: string | null
  /** The last day on which operators were told that its deadline is near, or past. */
  warnedDay: string | null
  timeline: { step: DisputeStep; at: string }[]
  version: number
  createdAt: Date
}
