import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CursorIn, CursorOut, LimitQueryIn, TimestampOut } from '../fields.ts'

/** Browsers that are named; every other one is `other`. */
export const BROWSERS = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsungInternet', 'other'] as const
export type Browser = (typeof BROWSERS)[number]

/** Kinds of device, as far as a browser tells. */
export const DEVICES = [
  'iphone',
  'ipad',
  'androidPhone',
  'androidTablet',
  'mac',
  'windows',
  'linux',
  'chromebook',
  'other',
] as const
export type Device = (typeof DEVICES)[number]

/** Where a browser says it is: its IANA time zone and its first language (BCP 47). Never looked up from an address. */
export const PlaceOut = z.object({ timeZone: z.nullable(z.string()), language: z.nullable(z.string()) })
export const BrowserOut = z.enum(BROWSERS)
export const DeviceOut = z.enum(DEVICES)

/** What the security log keeps of an account. */
export const SECURITY_EVENTS = [
  'sessionOpened',
  'sessionEnded',
  'sessionReplaced',
  'signInRefused',
  'secondFactorRefused',
  'passwordSet',
  'passwordChanged',
  'passwordReset',
  'emailConfirmed',
  'emailChangeRequested',
  'emailChanged',
  'phoneConfirmed',
  'phoneChangeRequested',
  'phoneChanged',
  'passkeyAdded',
  'passkeyRenamed',
  'passkeyRemoved',
  'totpAdded',
  'totpReplaced',
  'totpRemoved',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'factorsReset',
  'devicesForgotten',
  'deviceLost',
  'socialLinked',
  'socialUnlinked',
  'recipientAdded',
  'recipientChanged',
  'approverInvited',
  'approverAdded',
  'approverRuleTightened',
  'approverRuleLoosening',
  'approverRemoving',
  'approverKept',
  'approverRemoved',
  'approverLeft',
  'accountFrozen',
  'accountUnfrozen',
  'accountClosed',
  'dataExported',
  'noticesTurnedOff',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** How long the log goes back. */
export const SECURITY_LOG_DAYS = 365

/** One line. Null where no browser was involved, or it said nothing; `times` counts attempts that were refused within an hour, of which `at` is the last. */
const SecurityLogItem = z.object({
  id: z.string(),
  at: TimestampOut,
  event: z.enum(SECURITY_EVENTS),
  times: z.int(),
  browser: z.nullable(BrowserOut),
  device: z.nullable(DeviceOut),
  place: PlaceOut,
})
export type SecurityLogItem = z.infer<typeof SecurityLogItem>

export const securityLog = {
  securityLog: {
    method: 'GET',
    path: '/auth/log',
    summary: 'What happened to the safety of the own account, newest first',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    query: z.strictObject({ limit: LimitQueryIn, last: z.optional(CursorIn) }),
    result: z.object({ items: z.array(SecurityLogItem), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidLimit'],
  },
} as const satisfies Endpoints
