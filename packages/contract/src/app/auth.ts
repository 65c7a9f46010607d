import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CODE, CodeIn, EmailIn, FullNameIn, LanguageIn, NewPasswordIn, PhoneIn, TimestampOut } from '../fields.ts'

/** Session constants; the screens show and obey them, the server enforces them. */
export const session = {
  signInTokenSeconds: 60,
  bearerSeconds: 300,
  sessionIdleMinutes: 15,
  sessionAbsoluteMinutes: 720,
  sessionLockedMinutes: 30,
  sessionsPerUser: 5,
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

const Token = z.object({ token: z.string() })
const tokenIn = z.string('invalidToken').check(z.minLength(1, 'invalidToken'), z.maxLength(200, 'invalidToken'))

const OpenSession = z.object({
  bearer: z.string(),
  expiresAt: TimestampOut,
  accessLevel: z.int(),
  idleExpiresAt: TimestampOut,
  absoluteExpiresAt: TimestampOut,
  /** Where the screen was when the session was locked. */
  resume: z.optional(z.string()),
})
export type OpenSession = z.infer<typeof OpenSession>

const PhoneCodeSent = z.object({ phone: z.string(), expiresAt: TimestampOut, resendAt: TimestampOut })

/** A password given to prove identity: any text; whether it fits is not a question of form. */
const passwordIn = z.string('invalidSignIn').check(z.minLength(1, 'invalidSignIn'), z.maxLength(1024, 'invalidSignIn'))

const referredBy = z.optional(z.string('invalidRequest').check(z.maxLength(64, 'invalidRequest')))

export const auth = {
  signUp: {
    method: 'POST',
    path: '/auth/email/sign-up',
    summary: 'Open an account with email and password',
    access: 'public',
    throttle: 'signUp',
    body: z.strictObject({
      email: EmailIn,
      password: NewPasswordIn,
      lang: z.optional(LanguageIn),
      fullName: FullNameIn,
      business: z.boolean('invalidRole'),
      referredBy,
    }),
    result: Token,
    refuses: [
      'invalidEmail',
      'emailAlreadyInUse',
      'invalidPass',
      'fullNameMissing',
      'invalidName',
      'invalidFullName',
      'invalidLanguage',
      'invalidRole',
    ],
  },
  signIn: {
    method: 'POST',
    path: '/auth/email/sign-in',
    summary: 'Prove email and password; the token opens a session',
    access: 'public',
    throttle: 'signIn',
    body: z.strictObject({ email: EmailIn, password: passwordIn }),
    result: Token,
    refuses: ['invalidEmail', 'invalidSignIn'],
  },
  openSession: {
    method: 'POST',
    path: '/auth/session',
    summary: 'Exchange a sign-in token for the session cookie and a bearer',
    access: 'public',
    throttle: 'read',
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
    background: true,
    body: z.strictObject({
      resume: z.string('invalidRequest').check(z.maxLength(200, 'invalidRequest'), z.startsWith('/', 'invalidRequest')),
    }),
    result: z.object({ locked: z.boolean() }),
    refuses: [],
  },
  unlockSession: {
    method: 'POST',
    path: '/auth/session/unlock',
    summary: 'Go on in a locked session with the password',
    access: 'cookie',
    throttle: 'signIn',
    body: z.strictObject({ password: passwordIn }),
    result: OpenSession,
    refuses: ['invalidSignIn', 'sessionClosed'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of the bearer or the cookie; repeating is harmless',
    access: 'cookie',
    throttle: 'read',
    body: z.strictObject({ reason: z.optional(z.enum(['signedOut', 'idle'], 'invalidRequest')) }),
    result: z.object({}),
    refuses: [],
  },
  requestEmailCode: {
    method: 'GET',
    path: '/clients/confirmEmail',
    summary: 'Mail a confirmation link and code',
    access: 'user',
    throttle: 'codes',
    result: z.object({ sentTo: z.string(), expiresAt: TimestampOut }),
    refuses: ['alreadyConfirmed'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/email/confirm',
    summary: 'Confirm the email with the link token (public) or the 6-digit code (bearer)',
    access: 'optional',
    throttle: 'codes',
    body: z.strictObject({
      emailToken: z.string('invalidCode').check(
        z.trim(),
        z.refine((text) => CODE.test(text) || /^[A-Za-z0-9_-]{20,200}$/.test(text), 'invalidCode'),
      ),
    }),
    /** `loggedOut`: the link was opened in a browser the account did not know, and every session was ended. */
    result: z.object({ emailVerified: z.boolean(), email: z.string(), tier: z.int(), loggedOut: z.boolean() }),
    refuses: ['alreadyConfirmed', 'usedCode', 'emailTokenExpired', 'invalidCode'],
  },
  registerPhone: {
    method: 'POST',
    path: '/auth/phone/registerPhone',
    summary: 'Give the phone number, accept the terms, get a code by SMS',
    access: 'user',
    throttle: 'codes',
    body: z.strictObject({ phone: PhoneIn }),
    result: z.extend(PhoneCodeSent, { tCAccepted: z.boolean() }),
    refuses: ['invalidPhoneNumber', 'phone_already_verified'],
  },
  requestPhoneCode: {
    method: 'POST',
    path: '/auth/phone/request',
    summary: 'Send the code again, or to another number that is not verified yet',
    access: 'user',
    throttle: 'codes',
    body: z.strictObject({ phone: z.optional(PhoneIn) }),
    result: PhoneCodeSent,
    refuses: ['invalidPhoneNumber', 'phone_already_verified', 'stepUpRequired'],
  },
  confirmPhone: {
    method: 'POST',
    path: '/auth/phone/confirm',
    summary: 'Confirm the phone with the code of the SMS',
    access: 'user',
    throttle: 'codes',
    body: z.strictObject({ code: CodeIn }),
    result: z.object({ phoneVerified: z.boolean(), phone: z.string(), tier: z.int() }),
    refuses: ['invalidCode', 'usedCode', 'phoneConfirmationCode', 'phoneUsed'],
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Mail a reset link, whether or not the account exists',
    access: 'public',
    throttle: 'passwordReset',
    body: z.strictObject({ email: EmailIn, lang: z.optional(LanguageIn) }),
    result: z.object({ sent: z.literal(true) }),
    refuses: ['invalidEmail', 'invalidLanguage'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password with the link; ends every session and does not sign in',
    access: 'public',
    throttle: 'resetLink',
    body: z.strictObject({
      token: z.string('invalidCode').check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, 'invalidCode')),
      newPassword: NewPasswordIn,
    }),
    result: z.object({}),
    refuses: ['invalidCode', 'usedCode', 'emailTokenExpired', 'invalidPass'],
  },
  acceptTerms: {
    method: 'POST',
    path: '/terms/accept',
    summary: 'Accept the terms in the version shown',
    access: 'user',
    throttle: 'read',
    body: z.strictObject({
      version: z.string('invalidRequest').check(z.maxLength(40, 'invalidRequest')),
      lang: LanguageIn,
    }),
    result: z.object({ tCAccepted: z.boolean(), version: z.string(), at: TimestampOut }),
    refuses: ['invalidLanguage'],
  },
} as const satisfies Endpoints
