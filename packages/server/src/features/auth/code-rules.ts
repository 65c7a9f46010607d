/** What a given code or link is worth, decided from the stored row alone. */
import type { ErrorCode } from '@puente/contract'

export const CODE_TRIES = 5
const MINUTE_MS = 60_000

/** How long each kind lives. */
export const CODE_LIFE_MS = {
  email: 24 * 60 * MINUTE_MS,
  phone: 10 * MINUTE_MS,
  passwordReset: 30 * MINUTE_MS,
  emailChange: 24 * 60 * MINUTE_MS,
  phoneChange: 10 * MINUTE_MS,
  /** The link of a notice about a change, for an owner who did not make it. */
  notMe: 7 * 24 * 60 * MINUTE_MS,
} as const
export type CodePurpose = keyof typeof CODE_LIFE_MS

/** Within so long a link may be sent again once; further requests mail nothing, because two have only just come. */
const RESET_PAUSE_MS = 5 * MINUTE_MS
const RESETS_TOGETHER = 2
/** A link this old is about to end, so a request always mails the next one, however many were mailed before. */
const RESET_RENEWAL_MS = 20 * MINUTE_MS
/** Links of a day that are mailed beside one that is still good for a while. */
const SPARE_RESETS = 10

export type SentLink = { at: Date; isOpen: boolean }

/**
 * Whether a request for a reset link mails one, given the links of the last day. Anyone can ask in an owner's name, so asking
 * must neither flood the inbox nor leave the owner without a link: while it mails nothing, one that was mailed is good for
 * ten minutes more, or two came within the last five.
 */
export const isResetDue = (sent: readonly SentLink[], at: Date): boolean => {
  const ages = sent.filter(({ isOpen }) => isOpen).map((link) => at.getTime() - link.at.getTime())
  const newest = Math.min(...ages)
  // A link of the future was made by a clock that has been set right since.
  if (newest < 0 || newest >= RESET_RENEWAL_MS) return true
  const justSent = ages.filter((age) => age < RESET_PAUSE_MS).length
  return justSent < RESETS_TOGETHER && sent.length < SPARE_RESETS
}

/** When the screen offers to send again; the budget of sends is what counts. */
export const RESEND_AFTER_MS = MINUTE_MS

export type CodeTimes = { tries: number; expiresAt: Date; usedAt: Date | null; deadAt: Date | null }
/** `last`: wrong, and no try is left; `spent`: none was left before. */
export type CodeVerdict = 'right' | 'wrong' | 'last' | 'spent' | 'used' | 'expired' | 'dead' | 'none'

/**
 * Judges one try. A code that is used, dead or too old is not compared any more, so that it tells a guesser nothing;
 * only an owner who types it twice learns that it was used.
 */
export const judgeCode = (code: CodeTimes | undefined, matches: boolean, at: Date): CodeVerdict => {
  if (!code) return 'none'
  if (code.usedAt) return matches ? 'used' : 'none'
  if (at >= code.expiresAt) return 'expired'
  if (code.tries >= CODE_TRIES) return 'spent'
  if (code.deadAt) return 'dead'
  if (matches) return 'right'
  return code.tries + 1 < CODE_TRIES ? 'wrong' : 'last'
}

/** Whether it takes one of the tries. */
export const isTry = (verdict: CodeVerdict): boolean => verdict === 'wrong' || verdict === 'last'

export type Refused = Exclude<CodeVerdict, 'right'>

/** In the words of the email calls: links and codes by mail. */
export const EMAIL_REFUSALS: Record<Refused, ErrorCode> = {
  used: 'usedCode',
  expired: 'emailTokenExpired',
  wrong: 'invalidCode',
  last: 'invalidCode',
  spent: 'invalidCode',
  dead: 'invalidCode',
  none: 'invalidCode',
}

/** In the words of the phone calls: `phoneConfirmationCode` says that a new one is needed. */
export const PHONE_REFUSALS: Record<Refused, ErrorCode> = {
  used: 'usedCode',
  wrong: 'invalidCode',
  last: 'invalidCode',
  spent: 'phoneConfirmationCode',
  expired: 'phoneConfirmationCode',
  dead: 'phoneConfirmationCode',
  none: 'phoneConfirmationCode',
}
