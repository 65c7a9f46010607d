import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CursorOut, LanguageIn, LimitQueryIn, TimestampOut } from '../fields.ts'

/** `notMe`: a mail told of a change, and its owner said that it was someone else. */
export const FREEZE_CAUSES = ['person', 'lostDevice', 'notMe', 'operator'] as const
export type FreezeCause = (typeof FREEZE_CAUSES)[number]

/** What the owner is shown as the reason of an operator's freeze. */
export const FREEZE_REASONS = ['unusualActivity', 'identityDoubt', 'reportedByOthers', 'legalOrder'] as const
export type FreezeReason = (typeof FREEZE_REASONS)[number]

export const FreezeOut = z.object({
  cause: z.enum(FREEZE_CAUSES),
  publicReason: z.nullable(z.enum(FREEZE_REASONS)),
  since: TimestampOut,
})

/** In what capacity someone looked; `reviewer` is the identity check's own, `system` is Puente without a person. */
export const ACCESS_ROLES = [
  'support',
  'compliance',
  'finance',
  'administrator',
  'operator',
  'reviewer',
  'system',
] as const
export type AccessRole = (typeof ACCESS_ROLES)[number]

/** What was read or done. */
export const ACCESS_WHATS = [
  'profile',
  'movements',
  'identityFile',
  'identitySent',
  'identityDecision',
  'balanceCorrection',
  'limitOverride',
  'limitOverrideEnded',
  'freeze',
  'unfreeze',
  'sessionsEnded',
  'factorReset',
  'supportTicket',
  'dispute',
] as const
export type AccessWhat = (typeof ACCESS_WHATS)[number]

export const ACCESS_REASONS = [
  'identityCheck',
  'support',
  'fraudCheck',
  'legalOrder',
  'correction',
  'limitsReview',
] as const
export type AccessReason = (typeof ACCESS_REASONS)[number]

const StatusOut = z.object({ status: z.enum(['open', 'frozen']) })

export const accounts = {
  acceptTerms: {
    method: 'POST',
    path: '/terms/accept',
    summary: 'Accept the terms in the version shown',
    access: 'user',
    throttle: 'read',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({
      version: z.string('invalidRequest').check(z.maxLength(40, 'invalidRequest')),
      lang: LanguageIn,
    }),
    result: z.object({ tCAccepted: z.boolean(), version: z.string(), at: TimestampOut }),
    refuses: ['invalidLanguage'],
  },
  freeze: {
    method: 'POST',
    path: '/account/freeze',
    summary: 'Freeze the own account at once: it still receives, and nothing leaves it; repeating is harmless',
    access: 'user',
    throttle: 'safety',
    priority: 'always',
    inDoubt: 'served',
    body: z.strictObject({}),
    result: StatusOut,
    refuses: [],
  },
  unfreeze: {
    method: 'POST',
    path: '/account/unfreeze',
    summary: 'End the own freeze; what an operator has frozen only an operator ends',
    access: 'user',
    throttle: 'safety',
    priority: 'money',
    stepUp: 'whenAsked',
    body: z.strictObject({}),
    result: StatusOut,
    refuses: ['accountRestricted'],
  },
  accessLog: {
    method: 'GET',
    path: '/account/access-log',
    summary: "Every reading of the caller's data and every act on the account by Puente's own people, newest first",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    query: z.strictObject({
      limit: LimitQueryIn,
      last: z.optional(z.guid('invalidRequest')),
    }),
    result: z.object({
      items: z.array(
        z.object({
          at: TimestampOut,
          role: z.enum(ACCESS_ROLES),
          what: z.enum(ACCESS_WHATS),
          why: z.enum(ACCESS_REASONS),
          reference: z.nullable(z.string()),
        }),
      ),
      last: CursorOut,
      end: z.boolean(),
    }),
    refuses: ['invalidLimit'],
  },
} as const satisfies Endpoints
