/** The state of the tier 1 identity check, as the screens distinguish it. */
import type { KycStatus, Me } from '@puente/contract'

/**
 * `open`: something is still to be submitted for the first time. `verifying`: everything is submitted and in review.
 * `denied` and `expired`: something must be submitted again.
 */
export type KycStanding = 'open' | 'verifying' | 'denied' | 'expired' | 'approved'

type Check = Pick<Me['KYC'], 'selfieIdStatus' | 'selfieStatus' | 'fullNameBirth' | 'tier'>

const APPROVED_TIER = 1

/** The statuses in which the user must submit a photo. */
const WANTED: ReadonlySet<KycStatus> = new Set(['neverRequested', 'Denied', 'Expired'])

/** Whether a photo with this status must be submitted, for the first time or again. */
export const isPhotoWanted = (status: KycStatus): boolean => WANTED.has(status)

export const kycStandingOf = (check: Check): KycStanding => {
  const statuses = [check.selfieIdStatus, check.selfieStatus]
  // A denial after an approval removes the tier, so it is checked first.
  if (statuses.includes('Denied')) return 'denied'
  if (statuses.includes('Expired')) return 'expired'
  if (check.tier >= APPROVED_TIER) return 'approved'
  return check.fullNameBirth && !statuses.includes('neverRequested') ? 'verifying' : 'open'
}

/** Whether the screens of the identity check are open: contacts verified, and something to submit. */
export const isKycOpen = ({
  emailVerified,
  phoneVerified,
  KYC,
}: Pick<Me, 'emailVerified' | 'phoneVerified'> & { KYC: Check }) =>
  emailVerified &&
  phoneVerified &&
  (!KYC.fullNameBirth || isPhotoWanted(KYC.selfieIdStatus) || isPhotoWanted(KYC.selfieStatus))
