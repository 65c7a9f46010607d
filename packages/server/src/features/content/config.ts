import {
  brand,
  CARD_MINIMUM_CENTS,
  FREE_OPERATIONS,
  inactivity,
  kycPromise,
  LANGUAGES,
  session,
  wireCents,
  WITHDRAW_MAXIMUM_CENTS,
  WITHDRAW_MINIMUM_CENTS,
} from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { railsOf, sandboxRailsOf } from './content-rules.ts'
import { listFees, listSwitches } from './content-store.ts'
import { TERMS_VERSION } from './legal.ts'

/** What the screens need before anybody signs in: names, constants, fees, and which rails work. */
export const config = async ({ db, clock, config: settings, language }: PublicCtx) => {
  const at = clock.now()
  const [fees, switches] = await Promise.all([listFees(db, at), listSwitches(db, at)])
  const { ach, card, paypal, zelle, kyc, mail, sms, sandboxPublicUrl } = settings
  const sandboxRails = sandboxRailsOf({ ach, card, paypal, zelle, kyc, mail, sms })
  return {
    brand: { appName: brand.appName, slug: brand.slug, cardProviderSlug: brand.cardProviderSlug },
    languages: [...LANGUAGES],
    session: { ...session },
    inactivity: { ...inactivity },
    fees: fees.map((fee) => ({ ...fee, fromCents: wireCents(fee.fromCents), fixedCents: wireCents(fee.fixedCents) })),
    freeOperations: FREE_OPERATIONS,
    bounds: {
      cardMinimumCents: CARD_MINIMUM_CENTS,
      withdrawMinimumCents: WITHDRAW_MINIMUM_CENTS,
      withdrawMaximumCents: WITHDRAW_MAXIMUM_CENTS,
    },
    kycPromise: { ...kycPromise },
    termsVersion: TERMS_VERSION,
    rails: railsOf(settings, switches, language).map(({ rail, on, text, until, alternatives }) => ({
      rail,
      on,
      text,
      until: until?.toISOString() ?? null,
      alternatives: on ? [] : alternatives,
    })),
    bankLink: settings.bankLink,
    pushKey: settings.push === 'off' ? null : settings.push.publicKey,
    sandbox:
      sandboxRails.length === 0
        ? null
        : {
            rails: sandboxRails,
            inboxUrl: `${sandboxPublicUrl}/inbox`,
            bankUrl: `${sandboxPublicUrl}/bank`,
            reviewerUrl: `${sandboxPublicUrl}/kyc`,
          },
  }
}
