import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { askedAtBank, handleOf, lookAtLink, ownLink, requireBankLink } from './bank-link.ts'

/**
 * What came of a visit to the bank, as the provider has it. Refuses with `linkMissing` a link that is unknown, another person's, or
 * has served.
 */
export const bankLinkResult = async (
  ctx: UserCtx,
  { link: given }: Input<'bankLinkResult'>,
): Promise<Output<'bankLinkResult'>> => {
  requireBankLink(ctx)
  const link = await askedAtBank(ctx, lookAtLink(ctx, await ownLink(ctx, given)))
  if (link.state === 'used') throw new Refusal('linkMissing', { field: 'link', reason: 'used' })
  if (link.state === 'linked')
    return { state: 'linked', publicToken: handleOf(ctx.keys, link), institution: link.institution }
  return { state: link.state === 'waiting' ? 'waiting' : 'left', publicToken: null, institution: null }
}
