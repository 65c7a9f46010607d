/**
 * A refusal in words: the text that the contract chooses for its code and details, filled as the reader writes amounts
 * and dates. What we have no words for gets the generic text; what the server wrote is never shown.
 */
import { type ErrorCode, type RefusalDetails, refusalWords } from '@puente/contract'
import { ApiRefusal, ApiUnreachable } from '#lib/api/api-errors.ts'
import type { Formats } from './format.ts'

/** Looks texts up by keys that are only known when the answer arrives. */
export type LooseTranslator = {
  (key: string, values?: Record<string, string>): string
  has: (key: string) => boolean
}

/** What the catalogue says of a code with these details. */
export const wordsOf = (code: ErrorCode, details: RefusalDetails, t: LooseTranslator, formats: Formats): string => {
  const { key, values, nameKey } = refusalWords(code, details, formats, (at) => t.has(`errors.${at}`))
  return t(`errors.${key}`, nameKey === undefined ? values : { ...values, name: t(`errors.${nameKey}`) })
}

/** The text of a failed call. */
export const refusalText = (error: unknown, t: LooseTranslator, formats: Formats): string => {
  if (error instanceof ApiUnreachable) return t(`common.unreachable.${error.kind}`)
  if (!(error instanceof ApiRefusal)) return t('errors.codes.undefined')
  return wordsOf(error.code, error.details, t, formats)
}
