import { LANGUAGES, type Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { bankLinkOf } from '#providers/plaid/link.ts'
import { askedAtBank, publicLink, requireBankLink } from './bank-link.ts'
import { findLoginToRenew, insertLink, moveLink } from './bank-links-store.ts'
import { requireKeeper } from './entered-details.ts'
import { LINKS_OF, linkObject } from './tasks.ts'

/** How long a person may take at their bank. */
const LIFE_SECONDS = 1_800
/** A login that its bank wanted renewed longer ago is forgotten, and made again. */
const RENEWED_WITHIN_MS = 86_400_000

/** The path of the screen that the bank's page returns to. */
const RETURN_PATH = '/payments/withdraw/bank/link'

/**
 * Leads to the page where a person chooses their bank and logs in there. Refuses with `serviceUnavailable` where no banks are
 * linked, and while the provider does not answer.
 */
export const startBankLink = async (ctx: UserCtx): Promise<Output<'startBankLink'>> => {
  requireBankLink(ctx)
  requireKeeper(ctx.user)
  const { clock, config, db, keys, plaid, user } = ctx
  const at = clock.now()
  const linkId = newId()
  const renewed = await findLoginToRenew(db, keys, user.id, new Date(at.getTime() - RENEWED_WITHIN_MS))
  const visit = await askedAtBank(
    ctx,
    bankLinkOf(plaid).open({
      userId: user.id,
      language: LANGUAGES.find((language) => language === ctx.language) ?? 'en',
      returnUrl: `${config.publicUrl}${RETURN_PATH}?link=${publicLink(linkId)}`,
      webhookUrl: `${config.publicUrl}/hooks/plaid`,
      lifeSeconds: LIFE_SECONDS,
      accessToken: renewed?.tokens.access ?? null,
    }),
  )
  // It is renewed once: whoever leaves the bank's page then may choose another bank the next time.
  if (renewed) await moveLink(db, keys, 'loginRequired', { ...renewed, state: 'left' }, at)
  await insertLink(
    db,
    keys,
    {
      ownerId: user.id,
      linkId,
      state: 'waiting',
      institution: renewed?.institution ?? null,
      tokens: { link: visit.token, public: null, access: renewed?.tokens.access ?? null },
      expiresAt: new Date(at.getTime() + LIFE_SECONDS * 1_000),
    },
    at,
  )
  await keepObject(db, LINKS_OF, linkObject(visit.token), { ownerId: user.id, ref: linkId })
  return { link: publicLink(linkId), url: visit.url }
}
