import type { Adjustment } from './adjustment-rules.ts'
import { digestOver } from './four-eyes.ts'

export const digestOf = (adjustment: Adjustment): string => {
  const { id, ownerId, account, cents, reason, maker, proposedAt, expiresAt } = adjustment
  return digestOver(id, ownerId, account, cents, reason, maker, proposedAt, expiresAt)
}
