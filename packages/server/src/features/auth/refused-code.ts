import { Refusal } from '#platform/http/refusal.ts'
import { EMAIL_REFUSALS, type Refused } from './code-rules.ts'

/** Why a code or link of a mail is refused; a link is told apart, so that nobody reads of a code where they opened a link. */
export const refusedCode = (verdict: Refused, isLink: boolean): Refusal =>
  new Refusal(EMAIL_REFUSALS[verdict], isLink ? { reason: 'link' } : {})
