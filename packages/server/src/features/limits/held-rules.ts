/**
 * How long a transfer to an unverified person may wait for their identity check. For as long, whatever became of it, every
 * other transfer from the same sender to them waits as well: were the next one let through or held by its amount, trying
 * amounts and cancelling would tell the sender the receiver's balance.
 */
export const HELD_DAYS = 14

const DAY_MS = 86_400_000

/** When a held transfer goes back to its sender. */
export const heldUntil = (sentAt: Date): Date => new Date(sentAt.getTime() + HELD_DAYS * DAY_MS)

/** Why a transfer to an unverified person is on hold, and the purpose of the hold in the ledger. */
export const HELD_FOR_RECEIVER = 'recipientKycRequired'
