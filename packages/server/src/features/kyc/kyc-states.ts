import type { KycStatus } from '@puente/contract'

/** The moves of one upload's status; every other is refused. */
const KYC_MOVES: Record<KycStatus, readonly KycStatus[]> = {
  neverRequested: ['requested'],
  requested: ['requested', 'inReview'],
  inReview: ['Approved', 'Denied'],
  Denied: ['inReview'],
  Approved: ['Expired', 'Denied'],
  Expired: ['requested'],
}

export const canMove = (from: KycStatus, to: KycStatus): boolean => KYC_MOVES[from].includes(to)

export const REVIEW_STATES = ['queued', 'submitting', 'inReview', 'operator', 'approved', 'denied'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** The moves of one submission. Sending may be taken up again where it broke off; what is decided stays decided. */
const REVIEW_MOVES: Record<ReviewState, readonly ReviewState[]> = {
  queued: ['submitting', 'denied'],
  submitting: ['submitting', 'inReview', 'operator', 'denied'],
  inReview: ['operator', 'approved', 'denied'],
  operator: ['approved', 'denied'],
  approved: [],
  denied: [],
}

/** The states from which a review may get there. */
export const reviewsThatMayBecome = (to: ReviewState): ReviewState[] =>
  REVIEW_STATES.filter((from) => REVIEW_MOVES[from].includes(to))
