/**
 * A refusal in words. The text is chosen by code, or by code and reason where one rule refuses for several reasons, and
 * filled from the details with amounts, waits and dates as the reader writes them. What we have no words for gets the
 * generic text; what the server wrote is never shown.
 */
import { ApiRefusal, ApiUnreachable, type Details } from './api-errors.ts'
import type { Formats } from './format.ts'

/** Looks texts up by keys that are only known when the answer arrives. */
export type LooseTranslator = {
  (key: string, values?: Record<string, string>): string
  has: (key: string) => boolean
}

const MONEY = ['remaining', 'left', 'limit'] as const

const cents = (details: Details, name: string): number | null => {
  const value = details[`${name}Cents`] ?? details[name]
  return typeof value === 'number' ? value : null
}

const valuesFor = (code: string, details: Details, t: LooseTranslator, formats: Formats): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const name of MONEY) {
    const amount = cents(details, name)
    if (amount !== null) values[name] = formats.money(amount)
  }
  if (typeof details['freesAt'] === 'string') values['freesAt'] = formats.dateTime(details['freesAt'])
  const seconds = details['retryAfterSeconds']
  values['wait'] = formats.wait(typeof seconds === 'number' ? seconds : 60)
  const reason = `errors.reasons.${code}.${String(details['reason'])}`
  if (t.has(reason)) values['reason'] = t(reason, values)
  return values
}

/** Whether a text would be left with a gap: a limit without the day it frees up, for instance. */
const fillable = (code: string, values: Record<string, string>): boolean =>
  code === 'limitExceeded'
    ? 'left' in values && 'freesAt' in values
    : code !== 'maxWithdrawLimitReached' || 'remaining' in values

/** The text of a failed call. */
export const refusalText = (error: unknown, t: LooseTranslator, formats: Formats): string => {
  if (error instanceof ApiUnreachable) return t(`common.unreachable.${error.kind}`)
  if (!(error instanceof ApiRefusal)) return t('errors.codes.undefined')
  const { code, details } = error
  const values = valuesFor(code, details, t, formats)
  const reason = `errors.reasons.${code}.${String(details['reason'])}`
  // A restriction is one sentence around its reason; everywhere else the reason is the sentence.
  if (code === 'accountRestricted')
    return values['reason'] ? t('errors.codes.accountRestricted', values) : t('common.restricted')
  if (t.has(reason)) return t(reason, values)
  if (!fillable(code, values)) return t('common.limitReached')
  return t(`errors.codes.${code}`, values)
}
