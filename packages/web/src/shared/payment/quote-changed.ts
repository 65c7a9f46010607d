import { ApiRefusal } from '#lib/api/api-errors.ts'

/** Whether a payment was refused because it costs something else than was shown. */
export const isQuoteChanged = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.details['reason'] === 'quoteChanged'
