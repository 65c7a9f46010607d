import { createHash } from 'node:crypto'
import type { Adjustment } from './adjustment-rules.ts'

/** Over all that is proposed, so that an approval holds for exactly this. */
export const digestOf = (adjustment: Adjustment): string => {
  const { id, ownerId, account, cents, reason, maker, proposedAt, expiresAt } = adjustment
  const told = [
    id,
    ownerId,
    account,
    cents.toString(),
    reason,
    maker,
    proposedAt.toISOString(),
    expiresAt.toISOString(),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
