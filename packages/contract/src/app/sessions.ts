import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { TimestampOut } from '../fields.ts'

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
  'operator',
  'locked',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

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
    summary: 'Exchange a sign-in token for the session cookie and a bearer',
    access: 'public',
    throttle: 'read',
    priority: 'money',
    body: z.strictObject({ token: tokenIn }),
    result: OpenSession,
    refuses: ['invalidToken', 'tokenExpired'],
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
    background: true,
    body: z.strictObject({
      resume: z
        .string('invalidRequest')
        .check(z.maxLength(200, 'invalidRequest'), z.regex(/^\/(?![/\\])/, 'invalidRequest')),
    }),
    result: z.object({ locked: z.boolean() }),
    refuses: [],
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
