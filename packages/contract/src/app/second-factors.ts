import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CodeIn, TimestampOut } from '../fields.ts'
import { BrowserOut, DeviceOut } from './security-log.ts'

/** How many recovery codes there are; each works once. */
export const RECOVERY_CODES = 10
/** 24 characters of base32; people may write them in groups and in small letters. */
export const RecoveryCodeIn = z
  .string('invalidCode:recoveryCode')
  .check(
    z.maxLength(60, 'invalidCode:recoveryCode'),
    z.regex(/^(?:[\s-]*[A-Za-z2-7]){24}[\s-]*$/, 'invalidCode:recoveryCode'),
  )

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const RememberedBrowser = z.object({
  id: z.string(),
  /** Whether the call came from it. */
  current: z.boolean(),
  browser: BrowserOut,
  device: DeviceOut,
  rememberedAt: TimestampOut,
  lastUsedAt: TimestampOut,
  expiresAt: TimestampOut,
})
export type RememberedBrowser = z.infer<typeof RememberedBrowser>

const RememberedBrowsers = z.object({ items: z.array(RememberedBrowser) })

export const secondFactors = {
  factors: {
    method: 'GET',
    path: '/auth/factors',
    summary: 'What the account is protected with',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({
      /** Null while there is no password. */
      passwordChangedAt: z.nullable(TimestampOut),
      passkeys: z.int(),
      /** Since when an authenticator app is enrolled. */
      totpSince: z.nullable(TimestampOut),
      /** Null when none were ever made. */
      recoveryCodesLeft: z.nullable(z.int()),
      phone: z.boolean(),
      /** From when on anything of it proves who its owner is, after a change of phone; null when it does now. */
      provesFrom: z.nullable(TimestampOut),
    }),
    refuses: [],
  },
  startTotp: {
    method: 'POST',
    stepUp: 'always',
    path: '/auth/totp/start',
    summary: 'A secret for an authenticator app; it counts once its first code is confirmed, within ten minutes',
    access: 'user',
    needs: ['email'],
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({}),
    result: z.object({ secret: z.string(), otpauthUrl: z.string(), expiresAt: TimestampOut }),
    refuses: ['emailNotVerified'],
  },
  confirmTotp: {
    method: 'POST',
    path: '/auth/totp/confirm',
    summary: 'Prove that the app has the secret; answers recovery codes unless there are unused ones',
    access: 'user',
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({ code: CodeIn }),
    /** Empty when the account has recovery codes already. */
    result: RecoveryCodes,
    refuses: ['invalidCode', 'notFound'],
  },
  removeTotp: {
    method: 'POST',
    stepUp: 'always',
    path: '/auth/totp/remove',
    summary: 'Remove the authenticator app',
    access: 'user',
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({}),
    result: z.object({}),
    refuses: ['notFound'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    stepUp: 'always',
    path: '/auth/recoveryCodes/renew',
    summary: 'Ten new recovery codes, shown this once; the old ones stop working',
    access: 'user',
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({}),
    result: RecoveryCodes,
    refuses: ['notFound'],
  },
  rememberedBrowsers: {
    method: 'GET',
    path: '/auth/remembered/list',
    summary: 'Browsers that are not asked for the second factor for a while',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: RememberedBrowsers,
    refuses: [],
  },
  forgetBrowser: {
    method: 'POST',
    path: '/auth/remembered/forget',
    summary: 'Ask that browser for the second factor again; without an id, all of them',
    access: 'user',
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({
      id: z.optional(z.string('notFound').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'notFound'))),
    }),
    result: RememberedBrowsers,
    refuses: ['notFound'],
  },
} as const satisfies Endpoints
