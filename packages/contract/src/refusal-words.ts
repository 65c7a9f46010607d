/**
 * Which text of the error catalogue says a refusal best, and what fills its blanks. Server and screens share it, so that
 * the `message` of an answer and the words on the screen are the same finished sentence. A text whose blanks the details
 * cannot fill is never chosen: the plainer one of the same rule stands in for it.
 */
import type { ErrorCode } from './errors.ts'
import { formatMoney } from './money-text.ts'
import { formatMoment, formatNearMoment, formatWait, minuteFrom } from './time-text.ts'

export type RefusalDetails = Readonly<Record<string, unknown>>
export type RefusalReader = { locale: string; timeZone: string }
/**
 * `key` is a path in the catalogue: `codes.invalidEmail`, `reasons.sessionClosed.idle`; `nameKey` one that fills its `name`, the
 * limit that refuses.
 */
export type RefusalWords = { key: string; values: Record<string, string>; nameKey?: string }

/** The wait a refusal states when the server gave none. */
const USUAL_WAIT_SECONDS = 60

const numberIn = (details: RefusalDetails, ...names: string[]): number | undefined =>
  names.map((name) => details[name]).find((value) => typeof value === 'number')

const valuesOf = (details: RefusalDetails, { locale, timeZone }: RefusalReader): Record<string, string> => {
  const amounts = {
    left: numberIn(details, 'leftCents'),
    limit: numberIn(details, 'limitCents'),
    remaining: numberIn(details, 'remainingCents', 'leftCents'),
    more: numberIn(details, 'freesCents'),
    most: numberIn(details, 'mostCents'),
    amount: numberIn(details, 'amountCents'),
  }
  const { freesAt, until } = details
  return {
    ...Object.fromEntries(
      Object.entries(amounts).flatMap(([name, cents]) =>
        cents === undefined ? [] : [[name, formatMoney(cents, locale)] as const],
      ),
    ),
    ...(typeof freesAt === 'string' && { freesAt: formatNearMoment(minuteFrom(freesAt), locale, timeZone) }),
    ...(typeof until === 'string' && { until: formatMoment(until, locale, timeZone) }),
    wait: formatWait(numberIn(details, 'retryAfterSeconds') ?? USUAL_WAIT_SECONDS, locale),
  }
}

/** The texts of a code that have blanks which its details may leave empty, and the blanks. */
const BLANKS: Partial<Record<string, readonly string[]>> = {
  'reasons.invalidAmount.priceChanged': ['amount'],
  'reasons.limitExceeded.transaction': ['limit'],
  'reasons.limitExceeded.always': ['limit'],
  'reasons.limitExceeded.rolling': ['name', 'left', 'more', 'freesAt'],
  'reasons.limitExceeded.later': ['name', 'left', 'freesAt'],
  'reasons.limitExceeded.most': ['name', 'left', 'most'],
  'reasons.limitExceeded.left': ['name', 'left'],
  'reasons.maxWithdrawLimitReached.rolling': ['left', 'more', 'freesAt'],
  'reasons.maxWithdrawLimitReached.later': ['left', 'freesAt'],
  'reasons.maxWithdrawLimitReached.most': ['left', 'most'],
  'reasons.accountRestricted.passwordReset': ['until', 'limit', 'left'],
  'reasons.accountRestricted.passwordResetWithdraw': ['until', 'limit', 'left'],
  'reasons.accountRestricted.phoneChanged': ['until', 'limit', 'left'],
  'reasons.accountRestricted.phoneChangedWithdraw': ['until', 'limit', 'left'],
  'reasons.accountRestricted.phoneChangedProof': ['until'],
  'reasons.accountRestricted.phoneAddedProof': ['until'],
  'reasons.accountRestricted.factorRemoved': ['until', 'limit', 'left'],
  'reasons.accountRestricted.factorRemovedWithdraw': ['until', 'limit', 'left'],
  'reasons.accountRestricted.emailChanged': ['until', 'limit', 'left'],
  'reasons.accountRestricted.approverCooling': ['until'],
  'reasons.accountRestricted.closingCooling': ['until'],
  'reasons.accountRestricted.emailChangedWithdraw': ['until', 'limit', 'left'],
  'reasons.accountRestricted.recipientIsNew': ['until', 'limit', 'left'],
  'reasons.invalidInvoice.refundTooLarge': ['left'],
  'codes.maxWithdrawLimitReached': ['remaining'],
}

/** What can be said of a limit over time, from the most to the least: what frees and when, when it passes, the most there is. */
const OF_LIMITS = ['rolling', 'later', 'most', 'left'] as const

/**
 * @param has whether the catalogue has a text under a key
 * @returns the text to show and its values; a text is always found, whatever the details hold
 */
export const refusalWords = (
  code: ErrorCode,
  details: RefusalDetails,
  reader: RefusalReader,
  has: (key: string) => boolean,
): RefusalWords => {
  const values = valuesOf(details, reader)
  const { reason, operation, window } = details
  const limit = `limits.${String(operation)}.${String(window)}`
  const nameKey = has(limit) ? limit : undefined
  const ofReason = operation === 'withdraw' ? (one: string) => [`${one}Withdraw`, one] : (one: string) => [one]
  const reasons = typeof reason === 'string' ? ofReason(reason) : OF_LIMITS
  const candidates = [...reasons.map((one) => `reasons.${code}.${one}`), `codes.${code}`]
  const isKnown = (blank: string) => blank in values || (blank === 'name' && nameKey !== undefined)
  const key = candidates.find((candidate) => has(candidate) && (BLANKS[candidate] ?? []).every(isKnown))
  return { key: key ?? 'codes.limitExceeded', values, ...(nameKey !== undefined && { nameKey }) }
}
