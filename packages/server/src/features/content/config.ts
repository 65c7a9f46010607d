import {
  brand,
  CARD_MINIMUM_CENTS,
  FREE_OPERATIONS,
  inactivity,
  kycPromise,
  LANGUAGES,
  session,
  wireCents,
} from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { railsOf, sandboxRailsOf } from './content-rules.ts'
import { listFees, listSwitches } from './content-store.ts'
import { TERMS_VERSION } from './legal.ts'

/** What the screens need before anybody signs in: names, constants, fees, and which rails work. */
export const config = async ({ db, clock, config: settings }: PublicCtx) => {
  const at = clock.now()
  const [fees, switches] = await Promise.all([listFees(db, at), listSwitches(db, at)])
  const { card, kyc, mail, sms, sandboxPublicUrl } = settings
  const sandboxRails = sandboxRailsOf({ card, kyc, mail, sms })
  return {
    brand: { appName: brand.appName, slug: brand.slug, cardProviderSlug: brand.cardProviderSlug },
    languages: [...LANGUAGES],
    session: { ...session },
    inactivity: { ...inactivity },
    fees: fees.map((fee) => ({ ...fee, fromCents: wireCents(fee.fromCents), fixedCents: wireCents(fee.fixedCents) })),
    freeOperations: FREE_OPERATIONS,
    bounds: { cardMinimumCents: CARD_MINIMUM_CENTS },
    kycPromise: { ...kycPromise },
    termsVersion: TERMS_VERSION,
    rails: railsOf(settings, switches),
    pushKey: null,
    sandbox:
      sandboxRails.length === 0
        ? null
        : {
            rails: sandboxRails,
            inboxUrl: `${sandboxPublicUrl}/inbox`,
            bankUrl: sandboxPublicUrl,
            reviewerUrl: `${sandboxPublicUrl}/kyc`,
          },
  }
}
