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
