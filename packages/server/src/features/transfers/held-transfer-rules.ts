/** A transfer to an unverified person that must wait for their identity check. */
import type { RailName } from '#features/payments/index.ts'

/** Under which name the sweeper finds it. */
export const HOLD_RAIL: RailName = 'held-transfer'
export const HOLD_PURPOSE = 'recipientKycRequired'
/** The tier from which on a wallet has no cap. */
export const RELEASE_TIER = 1
