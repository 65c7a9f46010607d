import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CodeIn, TimestampOut } from '../fields.ts'
import { ChallengeIdIn, ChallengeIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'
import { AssertionIn, RequestOptions } from './passkeys.ts'
import { RecoveryCodeIn } from './second-factors.ts'

/**
 * What a person proves with that it is them, the best first: `code` is the one sent by SMS to the verified phone; `password`
 * serves only an account that has nothing else.
 */
export const FACTORS = ['passkey', 'totp', 'recoveryCode', 'code', 'password'] as const
export type Factor = (typeof FACTORS)[number]
const FactorOut = z.enum(FACTORS)

/** What is being confirmed, for people to read: money with its payee, or an act on the account, named by its call. */
export const StepUpIntent = z.object({
  operation: z.string(),
  rail: z.optional(z.string()),
  /** The payee's name. */
  payee: z.optional(z.string()),
  amount: z.optional(CentsOut),
  currency: z.optional(z.string()),
  totalCharge: z.optional(CentsOut),
})
export type StepUpIntent = z.infer<typeof StepUpIntent>

/** `details` of a `stepUpRequired` that can be answered at once. */
export const StepUpDetails = z.object({
  challengeId: ChallengeIdOut,
  factors: z.array(FactorOut),
  intent: StepUpIntent,
})
export type StepUpDetails = z.infer<typeof StepUpDetails>

/** One proof, by the kind of it; a call takes exactly one. */
export const proofFields = {
  passkey: z.optional(AssertionIn),
  totp: z.optional(CodeIn),
  recoveryCode: z.optional(RecoveryCodeIn),
  code: z.optional(CodeIn),
  password: z.optional(
    z.string('invalidSignIn').check(z.minLength(1, 'invalidSignIn'), z.maxLength(1024, 'invalidSignIn')),
  ),
}

export const factors = {
  stepUpOptions: {
    method: 'POST',
    path: '/auth/stepup/options',
    summary: 'Begin to answer a challenge with one factor; for `code` this sends the SMS',
    access: 'optional',
    throttle: 'stepUp',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({
      challengeId: ChallengeIdIn,
      factor: z.enum(FACTORS, 'invalidRequest'),
      /** For `code`, once one was sent: sends none, and says what has become of it. */
      look: z.optional(z.boolean()),
    }),
    result: z.object({
      challengeId: ChallengeIdOut,
      factors: z.array(FactorOut),
      intent: StepUpIntent,
      expiresAt: TimestampOut,
      /** For `code`: the number, masked, and when another may be asked for. */
      sentTo: z.optional(z.string()),
      resendAt: z.optional(TimestampOut),
      /** For `code`: its reader has answered STOP to our texts, so that none arrives until they answer START; then another is asked for. */
      stopped: z.optional(z.boolean()),
      /** For `passkey`: what the browser asks its authenticators with. */
      passkeyOptions: z.optional(RequestOptions),
    }),
    refuses: ['invalidCode', 'usedCode', 'accountRestricted'],
  },
  stepUpVerify: {
    method: 'POST',
    path: '/auth/stepup/verify',
    summary: 'Prove that it is you; the token lets the refused call pass, once, within five minutes',
    access: 'user',
    throttle: 'stepUp',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({ challengeId: ChallengeIdIn, ...proofFields }),
    result: z.object({ stepUpToken: z.string(), expiresAt: TimestampOut }),
    refuses: ['invalidCode', 'usedCode', 'invalidSignIn', 'accountRestricted'],
  },
} as const satisfies Endpoints
