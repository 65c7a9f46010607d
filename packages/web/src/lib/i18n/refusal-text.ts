/**
 * A refusal in words: the text that the contract chooses for its code and details, filled as the reader writes amounts
 * and dates. What we have no words for gets the generic text; what the server wrote is never shown.
 */
import { refusalWords } from '@puente/contract'
import { ApiRefusal, ApiUnreachable } from '#lib/api/api-errors.ts'
import type { Formats } from './format.ts'

/** Looks texts up by keys that are only known when the answer arrives. */
export type LooseTranslator = {
  (key: string, values?: Record<string, string>): string
  has: (key: string) => boolean
}

/** The text of a failed call. */
export const refusalText = (error: unknown, t: LooseTranslator, formats: Formats): string => {
  if (error instanceof ApiUnreachable) return t(`common.unreachable.${error.kind}`)
  if (!(error instanceof ApiRefusal)) return t('errors.codes.undefined')
  const { key, values } = refusalWords(error.code, error.details, formats, (at) => t.has(`errors.${at}`))
  return t(`errors.${key}`, values)
}
