import { Refusal } from '#platform/http/refusal.ts'
import { EMAIL_REFUSALS, type Refused } from './code-rules.ts'

/**
 * Why a code or link of a mail is refused; a link has texts of its own, so that a person who opened a link does not
 * read about a code.
 */
export const refusedCode = (verdict: Refused, isLink: boolean): Refusal =>
  new Refusal(EMAIL_REFUSALS[verdict], isLink ? { reason: 'link' } : {})
