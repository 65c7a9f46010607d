import { type Input, languageOf, STORED_LANGUAGES } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { beginFlow } from './begin-flow.ts'

/**
 * Begins to sign in, or up, with another service. Kind of account, language and referrer travel with the flow, not with the
 * browser; they count only if an account is opened.
 */
export const startSocial = (ctx: PublicCtx, input: Input<'startSocial'>): Promise<{ url: string }> =>
  beginFlow(ctx, {
    provider: input.provider,
    purpose: 'signIn',
    begunBy: null,
    returnTo: input.returnTo ?? null,
    lang: STORED_LANGUAGES[languageOf(input.lang ?? '') ?? 'en'],
    isBusiness: input.business ?? false,
    referredBy: input.referredBy ?? null,
  })
