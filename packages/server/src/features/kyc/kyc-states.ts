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

export const CASE_STATES = ['queued', 'submitting', 'inReview', 'operator', 'approved', 'denied'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** The moves of one submission. Handing in may be taken up again where it broke off; what is decided stays decided. */
const CASE_MOVES: Record<CaseState, readonly CaseState[]> = {
  queued: ['submitting', 'denied'],
  submitting: ['submitting', 'inReview', 'operator', 'denied'],
  inReview: ['operator', 'approved', 'denied'],
  operator: ['approved', 'denied'],
  approved: [],
  denied: [],
}

/** The states from which a case may get there. */
export const casesThatMayBecome = (to: CaseState): CaseState[] =>
  CASE_STATES.filter((from) => CASE_MOVES[from].includes(to))
