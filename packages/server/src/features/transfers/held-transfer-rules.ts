/** A transfer that would lift an unverified person's wallet over its cap waits for their identity check. */
const DAYS = 14
const DAY_MS = 86_400_000

/** Under which name the sweeper finds it. */
export const HOLD_RAIL = 'held-transfer'
export const HOLD_PURPOSE = 'recipientKycRequired'
/** The tier from which on a wallet has no cap. */
export const RELEASE_TIER = 1

/** When it goes back to the sender. */
export const heldUntil = (sentAt: Date): Date => new Date(sentAt.getTime() + DAYS * DAY_MS)
