import { Refusal } from '#platform/http/refusal.ts'
import { EMAIL_REFUSALS, PHONE_REFUSALS, type Refused } from './code-rules.ts'

/**
 * Why a code or link of a mail is refused; a link has texts of its own, so that a person who opened a link does not
 * read about a code. After the fifth wrong try even the right digits are refused, so the reason says that a new code is needed.
 */
export const refusedCode = (verdict: Refused, isLink: boolean): Refusal =>
  new Refusal(
    EMAIL_REFUSALS[verdict],
    isLink ? { reason: 'link' } : verdict === 'last' || verdict === 'spent' ? { reason: 'tries' } : {},
  )

/** Why a code of a text message is refused; once its tries are spent, that there is none says the same. */
export const refusedPhoneCode = (verdict: Refused): Refusal =>
  new Refusal(PHONE_REFUSALS[verdict], verdict === 'last' ? { reason: 'tries' } : {})
