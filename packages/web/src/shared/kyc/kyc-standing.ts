/** Where the identity check of tier 1 stands, in the five words the screens know. */
import type { KycStatus, Me } from '@puente/contract'

/**
 * `open`: something is still to be handed in for the first time. `verifying`: all is handed in and waits. `denied` and
 * `expired`: something is to be handed in again.
 */
export type KycStanding = 'open' | 'verifying' | 'denied' | 'expired' | 'approved'

type Check = Pick<Me['KYC'], 'selfieIdStatus' | 'selfieStatus' | 'fullNameBirth' | 'tier'>

const APPROVED_TIER = 1

/** The statuses in which a photo is wanted from the user. */
const WANTED: ReadonlySet<KycStatus> = new Set(['neverRequested', 'Denied', 'Expired'])

/** Whether a photo with this status is to be handed in, first or again. */
export const isPhotoWanted = (status: KycStatus): boolean => WANTED.has(status)

export const kycStandingOf = (check: Check): KycStanding => {
  const statuses = [check.selfieIdStatus, check.selfieStatus]
  // A denial after an approval takes the tier away, so it is looked at first.
  if (statuses.includes('Denied')) return 'denied'
  if (statuses.includes('Expired')) return 'expired'
  if (check.tier >= APPROVED_TIER) return 'approved'
  return check.fullNameBirth && !statuses.includes('neverRequested') ? 'verifying' : 'open'
}

/** Whether the screens of the identity check are open: contacts verified, and something still wanted. */
export const isKycOpen = ({
  emailVerified,
  phoneVerified,
  KYC,
}: Pick<Me, 'emailVerified' | 'phoneVerified'> & { KYC: Check }) =>
  emailVerified &&
  phoneVerified &&
  (!KYC.fullNameBirth || isPhotoWanted(KYC.selfieIdStatus) || isPhotoWanted(KYC.selfieStatus))
