import * as z from 'zod/mini'
import { LANGUAGES } from '../brand.ts'
import type { Endpoints } from '../endpoint.ts'
import { LanguageIn, LanguageOut, TimestampOut } from '../fields.ts'

export const LEGAL_SLUGS = ['terms', 'privacy', 'code-of-conduct', 'kyc', 'copyright'] as const
export type LegalSlug = (typeof LEGAL_SLUGS)[number]

/** What the questions are about, in the order of the list. */
export const FAQ_TOPICS = ['start', 'money', 'limits', 'security', 'account'] as const
export type FaqTopic = (typeof FAQ_TOPICS)[number]

export const USAGE_EVENTS = [
  'invoice',
  'invoice_fail',
  'page_view',
  'screen_view',
  'logout_inactivityTracker',
  'client_error',
] as const

/** Places and kinds are words of the product. None of these forms has room for an address, a number or what somebody typed. */
const word = (form: RegExp) => z.optional(z.string().check(z.maxLength(80), z.regex(form)))
const UsageProps = z.strictObject({
  /** The pattern of a screen's path: `/u/$handle`. */
  route: word(/^\/$|^(\/\$?[A-Za-z][A-Za-z-]*\d?)+$/),
  /** The key of a screen's title: `auth.reset.title`. */
  screen: word(/^[A-Za-z]+\d?(\.[A-Za-z]+\d?)*$/),
  /** What an invoice is of. */
  type: word(/^[a-z]+$/),
  /** The code of a refusal, or the name of an error. */
  code: word(/^[A-Za-z_]+$/),
  kind: word(/^[A-Za-z_]+$/),
  /** Where an error occurred: a part of the product, or the pattern of a screen's path. */
  place: word(/^[A-Za-z]+$|^\/$|^(\/\$?[A-Za-z][A-Za-z-]*\d?)+$/),
})

/** How long a review takes; one sentence is built from it wherever it is promised. */
export const kycPromise = {
  usualHours: 2,
  usualBusinessDays: 1,
  upToBusinessDaysFrom: 2,
  upToBusinessDaysTo: 3,
} as const

/** The ways by which money moves; an operator can close each. */
export const RAILS = ['inApp', 'card', 'paypal', 'zelle', 'bank'] as const
export type Rail = (typeof RAILS)[number]
const RailStanding = z.object({
  rail: z.enum(RAILS),
  on: z.boolean(),
  /** An operator's words for the screens; null while it is on, and where there are none. */
  text: z.nullable(z.string()),
  /** When it is expected back; null where that is not known. */
  until: z.nullable(TimestampOut),
  /** Rails that do a like thing and are on. */
  alternatives: z.array(z.enum(RAILS)),
})

export const content = {
  config: {
    method: 'GET',
    path: '/content/config',
    summary: 'What the screens need to know before anybody signs in',
    access: 'public',
    throttle: 'read',
    priority: 'money',
    background: true,
    result: z.object({
      brand: z.object({ appName: z.string(), slug: z.string(), cardProviderSlug: z.string() }),
      languages: z.array(z.enum(LANGUAGES)),
      session: z.record(z.string(), z.int()),
      inactivity: z.record(z.string(), z.int()),
      fees: z.array(z.object({ operation: z.string(), fromCents: z.int(), bps: z.int(), fixedCents: z.int() })),
      freeOperations: z.int(),
      bounds: z.object({ cardMinimumCents: z.int(), withdrawMinimumCents: z.int(), withdrawMaximumCents: z.int() }),
      kycPromise: z.record(z.string(), z.int()),
      termsVersion: z.string(),
      rails: z.array(RailStanding),
      /** Whether people may name their bank account by logging in to their bank. */
      bankLink: z.boolean(),
      pushKey: z.nullable(z.string()),
      sandbox: z.nullable(
        z.object({ rails: z.array(z.string()), inboxUrl: z.string(), bankUrl: z.string(), reviewerUrl: z.string() }),
      ),
    }),
    refuses: [],
  },
  legal: {
    method: 'GET',
    path: '/content/legal',
    summary: 'A legal text in the current version',
    access: 'public',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({ slug: z.enum(LEGAL_SLUGS, 'notFound'), lang: LanguageIn }),
    result: z.object({
      slug: z.enum(LEGAL_SLUGS),
      version: z.string(),
      effectiveFrom: z.iso.date(),
      lang: LanguageOut,
      title: z.string(),
      /** What is different from the version before, a sentence each; empty in a first version. */
      changes: z.array(z.string()),
      sections: z.array(z.object({ heading: z.string(), text: z.string() })),
    }),
    refuses: ['notFound', 'invalidLanguage'],
  },
  faqs: {
    method: 'GET',
    path: '/content/faqs',
    summary: 'Questions and answers about the product; with a search, those that contain every word of it',
    access: 'public',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({
      lang: LanguageIn,
      search: z.optional(z.string('invalidRequest').check(z.maxLength(100, 'invalidRequest'))),
    }),
    result: z.object({
      items: z.array(z.object({ id: z.string(), topic: z.enum(FAQ_TOPICS), question: z.string(), answer: z.string() })),
    }),
    refuses: ['invalidLanguage'],
  },
  events: {
    method: 'POST',
    path: '/events',
    summary: 'A usage event of a person who said yes to being counted: patterns of paths, never addresses',
    access: 'optional',
    throttle: 'events',
    priority: 'reports',
    background: true,
    body: z.strictObject({
      name: z.enum(USAGE_EVENTS, 'invalidType'),
      props: z._default(UsageProps, {}),
    }),
    result: z.object({}),
    refuses: ['invalidType'],
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Whether the server answers; all detail is on the internal port',
    access: 'public',
    throttle: 'read',
    priority: 'always',
    background: true,
    result: z.object({ ok: z.literal(true) }),
    refuses: [],
  },
} as const satisfies Endpoints
