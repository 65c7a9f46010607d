import type { QuotedLimit } from '@puente/contract'
import { ApiRefusal } from '#lib/api/api-errors.ts'

/** The limit that refused a payment, as it stood then; null where no limit did. */
export const refusedLimit = (error: unknown): QuotedLimit | null => {
  if (!(error instanceof ApiRefusal) || error.code !== 'limitExceeded') return null
  const { operation, window } = error.details
  return typeof operation === 'string' && typeof window === 'string' ? (error.details as unknown as QuotedLimit) : null
}
