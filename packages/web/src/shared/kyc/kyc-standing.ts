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
  // While a new document is reviewed the tier may still rest on the old one.
  if (check.tier >= APPROVED_TIER && !statuses.includes('inReview')) return 'approved'
  return check.fullNameBirth && !statuses.includes('neverRequested') ? 'verifying' : 'open'
}

/**
 * The state of tier 2: `closed` below tier 1, `open` while nothing was handed in, `asked` when a reviewer has asked for more or
 * something is missing, `verifying`, `denied`, `approved`.
 */
export type Tier2Standing = 'closed' | 'open' | 'asked' | 'verifying' | 'denied' | 'approved'

type Tier2Check = Pick<Me['KYC'], 'invoiceStatus' | 'videoStatus' | 'tier'>

export const tier2StandingOf = ({ invoiceStatus, videoStatus, tier }: Tier2Check): Tier2Standing => {
  if (tier < APPROVED_TIER) return 'closed'
  const statuses = [invoiceStatus, videoStatus]
  if (statuses.includes('Denied')) return 'denied'
  if (statuses.includes('requested')) return 'asked'
  if (statuses.includes('inReview')) return 'verifying'
  return tier > APPROVED_TIER || invoiceStatus === 'Approved' ? 'approved' : 'open'
}

/** Whether there is something to hand in for tier 2. */
export const isTier2Open = (check: Tier2Check): boolean => ['open', 'asked', 'denied'].includes(tier2StandingOf(check))

/** Whether the identity is verified, and of tier 2 something was asked for or not accepted. */
export const isTier2Waiting = (check: Check & Tier2Check): boolean =>
  kycStandingOf(check) === 'approved' && ['asked', 'denied'].includes(tier2StandingOf(check))

/** Whether the screens of the identity check are open: contacts verified, and something to submit. */
export const isKycOpen = ({
  emailVerified,
  phoneVerified,
  KYC,
}: Pick<Me, 'emailVerified' | 'phoneVerified'> & { KYC: Check }) =>
  emailVerified &&
  phoneVerified &&
  (!KYC.fullNameBirth || isPhotoWanted(KYC.selfieIdStatus) || isPhotoWanted(KYC.selfieStatus))
