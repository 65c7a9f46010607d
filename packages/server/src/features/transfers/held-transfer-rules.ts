/** A transfer to an unverified person that must wait for their identity check. */
export const HOLD_PURPOSE = 'recipientKycRequired'
/** The tier from which on a wallet has no cap. */
export const RELEASE_TIER = 1
