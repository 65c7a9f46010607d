import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CodeIn, TimestampOut } from '../fields.ts'
import { ChallengeIdIn, SessionIdIn, SessionIdOut } from '../ids.ts'
import { AssertionIn } from './passkeys.ts'
import { RecoveryCodeIn } from './second-factors.ts'
import { BrowserOut, DeviceOut, PlaceOut } from './security-log.ts'

/** Session constants; the screens show and obey them, the server enforces them. */
export const session = {
  signInTokenSeconds: 60,
  bearerSeconds: 300,
  sessionIdleMinutes: 15,
  sessionAbsoluteMinutes: 720,
  sessionLockedMinutes: 30,
  sessionsPerUser: 5,
  stepUpTokenSeconds: 300,
  secondFactorChallengeSeconds: 300,
  rememberedDeviceDays: 30,
} as const

/** What the inactivity tracker does with the four numbers 10, 2, 3 and 10000 of the specification. */
export const inactivity = {
  idleMinutes: 10,
  countdownMinutes: 2,
  logoutDelaySeconds: 3,
  activityThrottleMs: 10_000,
} as const

/** Why a session ended; `sessionClosed` carries it as `details.reason`. */
export const CLOSE_REASONS = [
  'signedOut',
  'idle',
  'absolute',
  'replaced',
  'revoked',
  'passwordChanged',
  'lostDevice',
  'notMe',
  'operator',
  'accountClosed',
  'locked',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** What was proved last before a session opened: the way in, or the second factor (`code` came by SMS). */
export const SESSION_FACTORS = ['password', 'passkey', 'social', 'totp', 'code', 'recoveryCode'] as const
export type SessionFactor = (typeof SESSION_FACTORS)[number]

/** An open session, as its owner sees it. Null where the browser said nothing. */
const SessionItem = z.object({
  id: SessionIdOut,
  /** The session of this very call. */
  current: z.boolean(),
  createdAt: TimestampOut,
  /** To within a quarter of a minute. */
  lastSeenAt: TimestampOut,
  browser: z.nullable(BrowserOut),
  device: z.nullable(DeviceOut),
  place: PlaceOut,
  factor: z.enum(SESSION_FACTORS),
})
export type SessionItem = z.infer<typeof SessionItem>

const tokenIn = z.string('invalidToken').check(z.minLength(1, 'invalidToken'), z.maxLength(200, 'invalidToken'))

export const OpenSession = z.object({
  bearer: z.string(),
  expiresAt: TimestampOut,
  accessLevel: z.int(),
  idleExpiresAt: TimestampOut,
  absoluteExpiresAt: TimestampOut,
  /** Where the screen was when the session was locked. */
  resume: z.optional(z.string()),
})
export type OpenSession = z.infer<typeof OpenSession>

export const sessions = {
  openSession: {
    method: 'POST',
    path: '/auth/session',
    summary: 'Exchange a sign-in token, or the answer to the second factor, for the session cookie and a bearer',
    access: 'public',
    throttle: 'read',
    priority: 'money',
    /** One of the tokens; or, once that was refused with `stepUpRequired`, the challenge with one proof. */
    body: z.strictObject({
      token: z.optional(tokenIn),
      /** What a social login brought back in an address. It opens a session in the browser that began the login, and no other. */
      socialToken: z.optional(tokenIn),
      challengeId: z.optional(ChallengeIdIn),
      passkey: z.optional(AssertionIn),
      totp: z.optional(CodeIn),
      recoveryCode: z.optional(RecoveryCodeIn),
      code: z.optional(CodeIn),
      /** With a proof: this browser is not asked for one again for a while. */
      rememberDevice: z.optional(z.boolean('invalidRequest')),
    }),
    result: OpenSession,
    refuses: ['invalidToken', 'tokenExpired', 'stepUpRequired', 'invalidCode', 'usedCode', 'invalidSignIn'],
  },
  refreshSession: {
    method: 'POST',
    path: '/auth/session/refresh',
    summary: 'A new bearer for the session of the cookie',
    access: 'cookie',
    throttle: 'read',
    priority: 'money',
    background: true,
    body: z.strictObject({}),
    result: OpenSession,
    refuses: ['sessionClosed'],
  },
  activity: {
    method: 'POST',
    path: '/auth/session/activity',
    summary: 'Say that the person is there, at most once a minute',
    access: 'user',
    throttle: 'read',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({}),
    result: z.object({ idleExpiresAt: TimestampOut }),
    refuses: [],
  },
  lockSession: {
    method: 'POST',
    path: '/auth/session/lock',
    summary: 'Lock instead of close while a payment page is open elsewhere',
    access: 'user',
    throttle: 'read',
    priority: 'money',
    inDoubt: 'served',
    background: true,
    body: z.strictObject({
      resume: z
        .string('invalidRequest')
        .check(z.maxLength(200, 'invalidRequest'), z.regex(/^\/(?![/\\])/, 'invalidRequest')),
    }),
    result: z.object({ locked: z.boolean() }),
    refuses: [],
  },
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Where the caller is logged in, this session first, then the ones used last',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({ items: z.array(SessionItem) }),
    refuses: [],
  },
  endSessions: {
    method: 'POST',
    path: '/auth/sessions/end',
    summary: 'End sessions of the caller: some by id, all others, or every one',
    access: 'user',
    stepUp: 'always',
    throttle: 'safety',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({
      ids: z.optional(
        z
          .array(SessionIdIn, 'invalidRequest')
          .check(z.minLength(1, 'invalidRequest'), z.maxLength(20, 'invalidRequest')),
      ),
      all: z.optional(z.enum(['others', 'every'], 'invalidRequest')),
    }),
    /** How many were open until now. */
    result: z.object({ ended: z.int() }),
    refuses: ['notFound'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of the bearer or the cookie; repeating is harmless',
    access: 'cookie',
    throttle: 'read',
    priority: 'money',
    body: z.strictObject({ reason: z.optional(z.enum(['signedOut', 'idle'], 'invalidRequest')) }),
    result: z.object({}),
    refuses: [],
  },
} as const satisfies Endpoints
