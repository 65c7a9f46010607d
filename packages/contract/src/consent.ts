/** What a payer is shown before they pay: one sentence, in their language and, where it differs, in the other party's. */
import * as z from 'zod/mini'
import { LANGUAGES, type Language } from './brand.ts'

/** The wordings of `web/shared/consent`, the latest last. Changing a sentence there adds one; none is removed. */
export const CONSENT_VERSIONS = ['2026-11-24'] as const
export type Consent = { version: (typeof CONSENT_VERSIONS)[number]; langs: Language[] }

/** Which wording was shown, and in which languages, the payer's first. */
export const ConsentIn = z.optional(
  z.strictObject(
    {
      version: z.enum(CONSENT_VERSIONS, 'invalidRequest'),
      langs: z.array(z.enum(LANGUAGES, 'invalidRequest'), 'invalidRequest').check(
        z.minLength(1, 'invalidRequest'),
        z.maxLength(2, 'invalidRequest'),
        z.refine((langs) => new Set(langs).size === langs.length, 'invalidRequest'),
      ),
    },
    'invalidRequest',
  ),
)

/** The other party's language while a deal is open; absent otherwise, and if the caller cannot see that person. */
export const CounterpartLangOut = z.optional(z.enum(LANGUAGES))
