import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CODE, CodeIn, EmailIn, FullNameIn, LanguageIn, NewPasswordIn, PhoneIn, TimestampOut } from '../fields.ts'
import { AssertionIn } from './passkeys.ts'
import { OpenSession } from './sessions.ts'

const Token = z.object({ token: z.string() })
const PhoneCodeSent = z.object({
  phone: z.string(),
  expiresAt: TimestampOut,
  resendAt: TimestampOut,
  /** The holder of the number has answered STOP to our texts, as far as is known: none arrives until they answer START. */
  stopped: z.optional(z.boolean()),
})

/** A password given to prove identity: any text; whether it fits is not a question of form. */
const passwordIn = z.string('invalidSignIn').check(z.minLength(1, 'invalidSignIn'), z.maxLength(1024, 'invalidSignIn'))

/** Who brought a new person here; what names nobody is ignored. */
export const ReferredByIn = z.optional(z.string('invalidRequest').check(z.maxLength(64, 'invalidRequest')))

export const auth = {
  signUp: {
    method: 'POST',
    path: '/auth/email/sign-up',
    summary: 'Open an account with email and password',
    access: 'public',
    throttle: 'signUp',
    priority: 'money',
    body: z.strictObject({
      email: EmailIn,
      password: NewPasswordIn,
      lang: z.optional(LanguageIn),
      fullName: FullNameIn,
      business: z.boolean('invalidRole'),
      referredBy: ReferredByIn,
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
  inviter: {
    method: 'GET',
    path: '/auth/inviter',
    summary:
      'Who invites with a referral code or username: a first name or the name of a business, null when it is of no one',
    access: 'public',
    throttle: 'search',
    priority: 'lists',
    query: z.strictObject({ code: z.string('invalidRequest').check(z.maxLength(64, 'invalidRequest')) }),
    result: z.object({ name: z.nullable(z.string()) }),
    refuses: [],
  },
  signIn: {
    method: 'POST',
    path: '/auth/email/sign-in',
    summary: 'Prove email and password; the token opens a session',
    access: 'public',
    throttle: 'signIn',
    priority: 'money',
    body: z.strictObject({ email: EmailIn, password: passwordIn }),
    result: Token,
    refuses: ['invalidEmail', 'invalidSignIn'],
  },
  unlockSession: {
    method: 'POST',
    path: '/auth/session/unlock',
    summary: 'Go on in a locked session with the password, a passkey (options as for signing in) or the app',
    access: 'cookie',
    throttle: 'signIn',
    priority: 'money',
    /** One of them. */
    body: z.strictObject({
      password: z.optional(passwordIn),
      passkey: z.optional(AssertionIn),
      totp: z.optional(CodeIn),
    }),
    result: OpenSession,
    refuses: ['invalidSignIn', 'invalidCode', 'usedCode', 'sessionClosed'],
  },
  unlockWays: {
    method: 'GET',
    path: '/auth/session/unlock/ways',
    summary: 'How a locked session may be unlocked, the best first; none where its person has to log in again',
    access: 'cookie',
    throttle: 'signIn',
    priority: 'money',
    result: z.object({ ways: z.array(z.enum(['passkey', 'totp', 'password'])) }),
    refuses: ['sessionClosed'],
  },
  requestEmailCode: {
    method: 'GET',
    path: '/clients/confirmEmail',
    summary: 'Mail a confirmation link and code',
    access: 'user',
    throttle: 'codes',
    priority: 'money',
    result: z.object({ sentTo: z.string(), expiresAt: TimestampOut }),
    refuses: ['alreadyConfirmed'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/email/confirm',
    summary: 'Confirm the email, or a new one, with the link token (public) or the 6-digit code (bearer)',
    access: 'optional',
    throttle: 'codes',
    priority: 'money',
    body: z.strictObject({
      emailToken: z.string('invalidCode').check(
        z.trim(),
        z.refine((text) => CODE.test(text) || /^[A-Za-z0-9_-]{20,200}$/.test(text), 'invalidCode'),
      ),
    }),
    /** `loggedOut`: the link was opened in a browser the account did not know, and every session was ended. */
    result: z.object({ emailVerified: z.boolean(), email: z.string(), tier: z.int(), loggedOut: z.boolean() }),
    refuses: ['alreadyConfirmed', 'usedCode', 'emailTokenExpired', 'invalidCode', 'emailUsed', 'accountRestricted'],
  },
  registerPhone: {
    method: 'POST',
    path: '/auth/phone/registerPhone',
    summary: 'Give the phone number, accept the terms, get a code by SMS',
    access: 'user',
    throttle: 'codes',
    priority: 'money',
    body: z.strictObject({ phone: PhoneIn }),
    result: z.extend(PhoneCodeSent, { tCAccepted: z.boolean() }),
    refuses: ['invalidPhoneNumber', 'phone_already_verified'],
  },
  requestPhoneCode: {
    method: 'POST',
    path: '/auth/phone/request',
    summary: 'Send the code again, or to another number; with a proof, once one is verified',
    access: 'user',
    throttle: 'codes',
    priority: 'money',
    body: z.strictObject({ phone: z.optional(PhoneIn) }),
    result: PhoneCodeSent,
    stepUp: 'whenAsked',
    refuses: ['invalidPhoneNumber', 'phone_already_verified'],
  },
  confirmPhone: {
    method: 'POST',
    path: '/auth/phone/confirm',
    summary:
      'Confirm the phone, or a new number, with the code of the SMS; the first phone with a proof too, once a factor is enrolled',
    access: 'user',
    throttle: 'codes',
    priority: 'money',
    body: z.strictObject({ code: CodeIn }),
    stepUp: 'whenAsked',
    result: z.object({ phoneVerified: z.boolean(), phone: z.string(), tier: z.int() }),
    refuses: ['invalidCode', 'usedCode', 'phoneConfirmationCode', 'phoneUsed', 'accountRestricted'],
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Mail a reset link, whether or not the account exists',
    access: 'public',
    throttle: 'passwordReset',
    priority: 'money',
    body: z.strictObject({ email: EmailIn, lang: z.optional(LanguageIn) }),
    result: z.object({ sent: z.literal(true) }),
    refuses: ['invalidEmail', 'invalidLanguage'],
  },
  checkResetLink: {
    method: 'POST',
    path: '/auth/password/reset/check',
    summary: 'Whether the link of a reset mail still works; it stays good',
    access: 'public',
    throttle: 'resetLink',
    priority: 'money',
    body: z.strictObject({
      token: z.string('invalidCode').check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, 'invalidCode')),
    }),
    result: z.object({}),
    refuses: ['invalidCode', 'usedCode', 'emailTokenExpired', 'accountRestricted'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password with the link; ends every session and does not sign in',
    access: 'public',
    throttle: 'resetLink',
    priority: 'money',
    body: z.strictObject({
      token: z.string('invalidCode').check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, 'invalidCode')),
      newPassword: NewPasswordIn,
    }),
    result: z.object({}),
    refuses: ['invalidCode', 'usedCode', 'emailTokenExpired', 'invalidPass', 'accountRestricted'],
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password/change',
    summary: 'Change the password; ends every other session',
    access: 'user',
    stepUp: 'always',
    throttle: 'signIn',
    priority: 'money',
    body: z.strictObject({
      currentPassword: z
        .string('change_password_error')
        .check(z.minLength(1, 'change_password_error'), z.maxLength(1024, 'change_password_error')),
      newPassword: NewPasswordIn,
    }),
    result: z.object({}),
    refuses: ['change_password_error', 'invalidPass'],
  },
  changeEmail: {
    method: 'POST',
    path: '/auth/email/change',
    summary:
      'Mail a code to a new address, with a proof, or again to the one that waits for it; the old one stays in force until the code is confirmed',
    access: 'user',
    needs: ['open'],
    stepUp: 'whenAsked',
    throttle: 'codes',
    priority: 'money',
    body: z.strictObject({ email: EmailIn }),
    result: z.object({ sentTo: z.string(), expiresAt: TimestampOut }),
    refuses: ['invalidEmail', 'emailUsed', 'accountRestricted'],
  },
  contactChanges: {
    method: 'GET',
    path: '/auth/contacts/changes',
    summary: 'Changes of email and phone that wait for their code',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({
      email: z.nullable(z.object({ email: z.string(), expiresAt: TimestampOut })),
      phone: z.nullable(PhoneCodeSent),
    }),
    refuses: [],
  },
  lostDevice: {
    method: 'POST',
    path: '/auth/device/lost',
    summary: 'Log out everywhere, forget every device and freeze the account',
    access: 'user',
    throttle: 'safety',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({}),
    result: z.object({ frozen: z.literal(true) }),
    refuses: [],
  },
  checkNotMe: {
    method: 'POST',
    path: '/auth/not-me/check',
    summary: 'Whether the link of a notice still works; it stays good',
    access: 'public',
    throttle: 'resetLink',
    priority: 'money',
    body: z.strictObject({ token: z.string('invalidCode').check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, 'invalidCode')) }),
    result: z.object({}),
    refuses: ['invalidCode', 'usedCode', 'emailTokenExpired'],
  },
  notMe: {
    method: 'POST',
    path: '/auth/not-me',
    summary: 'With the link of a notice: freeze the account and log everyone out',
    access: 'public',
    throttle: 'resetLink',
    priority: 'money',
    body: z.strictObject({ token: z.string('invalidCode').check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, 'invalidCode')) }),
    /** `emailPutBack`: the account had another address, and has the one of the notice again. `review`: only operators unfreeze it. */
    result: z.object({ frozen: z.literal(true), emailPutBack: z.boolean(), review: z.boolean() }),
    refuses: ['invalidCode', 'usedCode', 'emailTokenExpired'],
  },
} as const satisfies Endpoints
