import type { QuotedLimit } from '@puente/contract'
import { ApiRefusal } from '#lib/api/api-errors.ts'

/** The limit that refused a payment, as it stood then; null where no limit did. The weekly one of withdrawals has a code of its own. */
export const refusedLimit = (error: unknown): QuotedLimit | null => {
  if (!(error instanceof ApiRefusal)) return null
  if (error.code !== 'limitExceeded' && error.code !== 'maxWithdrawLimitReached') return null
  const { operation, window } = error.details
  return typeof operation === 'string' && typeof window === 'string' ? (error.details as unknown as QuotedLimit) : null
}
