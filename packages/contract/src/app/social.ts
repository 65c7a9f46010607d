import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { AddressOut, LanguageIn, NewPasswordIn, TimestampOut } from '../fields.ts'
import { ReferredByIn } from './auth.ts'

/** A service people may come from, as `auth/social/providers` lists it; another one is unknown. */
const ProviderIn = z.strictObject({ provider: z.string('notFound').check(z.regex(/^[a-z]{1,20}$/, 'notFound')) })

/** Where in the application to go on afterwards: a path of ours as it stands in an address, all else percent-encoded. */
const ReturnTo = z
  .string('invalidRequest')
  .check(z.maxLength(200, 'invalidRequest'), z.regex(/^\/(?!\/)[!-[\]-~]*$/, 'invalidRequest'))

const ticketIn = z.string('invalidToken').check(z.regex(/^[\w-]{20,200}$/, 'invalidToken'))
const passwordIn = z.string('invalidSignIn').check(z.minLength(1, 'invalidSignIn'), z.maxLength(1024, 'invalidSignIn'))

/** Where the browser goes next: a page of the other service. */
const Leaving = z.object({ url: z.string() })

/**
 * How a browser comes back from another service, in the fragment of its address: `token` opens a session, `link` asks for
 * the password of the account that has the address, `linked` and `proved` end what was begun in the settings. All others
 * say why nothing came of it.
 */
export const SOCIAL_OUTCOMES = [
  'token',
  'link',
  'linked',
  'proved',
  'cancelled',
  'expired',
  'unavailable',
  'refused',
  'closed',
  'taken',
  'otherWay',
  'noEmail',
  'tooMany',
  'otherAccount',
  'otherIdentity',
] as const
export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

export const social = {
  socialProviders: {
    method: 'GET',
    path: '/auth/social/providers',
    summary: 'The services people may come from, in the order of their buttons',
    access: 'public',
    throttle: 'read',
    priority: 'money',
    background: true,
    result: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
    refuses: [],
  },
  startSocial: {
    method: 'POST',
    path: '/auth/social/{provider}/start',
    summary: 'Begin to sign in or up with another service; it sends the browser back to /sign-in',
    access: 'public',
    throttle: 'signIn',
    priority: 'money',
    params: ProviderIn,
    body: z.strictObject({
      returnTo: z.optional(ReturnTo),
      lang: z.optional(LanguageIn),
      /** The kind of account, should one be opened. */
      business: z.optional(z.boolean('invalidRole')),
      referredBy: ReferredByIn,
    }),
    result: Leaving,
    refuses: ['notFound', 'invalidLanguage', 'invalidRole'],
  },
  confirmSocialLink: {
    method: 'POST',
    path: '/auth/social/link/confirm',
    summary: 'Link the identity that just came back to the account of its address, with that account’s password',
    access: 'public',
    throttle: 'signIn',
    priority: 'money',
    body: z.strictObject({ link: ticketIn, password: passwordIn }),
    result: z.object({ token: z.string() }),
    refuses: ['invalidToken', 'tokenExpired', 'invalidSignIn'],
  },
  setDefault: {
    method: 'POST',
    path: '/auth/setDefault',
    summary: 'After a social login: what the account came to be; repeating changes nothing',
    access: 'user',
    throttle: 'read',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({}),
    result: z.object({
      publicTransactionId: z.string(),
      phoneVerified: z.boolean(),
      fullName: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      address: z.nullable(AddressOut),
    }),
    refuses: [],
  },
  listSocial: {
    method: 'GET',
    path: '/auth/social/linked',
    summary: 'The services by which the caller comes in, and whether there is a password beside them',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({
      items: z.array(
        z.object({
          provider: z.string(),
          email: z.nullable(z.string()),
          linkedAt: TimestampOut,
          lastUsedAt: TimestampOut,
        }),
      ),
      hasPassword: z.boolean(),
    }),
    refuses: [],
  },
  linkSocial: {
    method: 'POST',
    path: '/auth/social/{provider}/link',
    summary: 'Begin to add another service as a way in; it sends the browser back to the settings',
    access: 'user',
    throttle: 'codes',
    priority: 'lists',
    stepUp: 'always',
    params: ProviderIn,
    body: z.strictObject({}),
    result: Leaving,
    refuses: ['notFound'],
  },
  unlinkSocial: {
    method: 'POST',
    path: '/auth/social/{provider}/unlink',
    summary: 'Take a service away as a way in; never the last one',
    access: 'user',
    throttle: 'codes',
    priority: 'lists',
    stepUp: 'always',
    params: ProviderIn,
    body: z.strictObject({}),
    result: z.object({ provider: z.string() }),
    refuses: ['notFound'],
  },
  proveSocial: {
    method: 'POST',
    path: '/auth/social/{provider}/prove',
    summary: 'Begin to prove oneself again to a linked service, to choose the first password',
    access: 'user',
    throttle: 'codes',
    priority: 'lists',
    params: ProviderIn,
    body: z.strictObject({ returnTo: z.optional(ReturnTo) }),
    result: Leaving,
    refuses: ['notFound'],
  },
  setPassword: {
    method: 'POST',
    path: '/auth/password/set',
    summary: 'Choose the first password of an account that came by social login, with the proof from its service',
    access: 'user',
    throttle: 'codes',
    priority: 'lists',
    body: z.strictObject({ proof: ticketIn, newPassword: NewPasswordIn }),
    result: z.object({}),
    refuses: ['invalidPass', 'change_password_error'],
  },
} as const satisfies Endpoints
