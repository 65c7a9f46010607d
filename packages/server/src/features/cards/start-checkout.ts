import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { startPayin } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { cardRail } from './card-payins.ts'
import { cardSend } from './card-send.ts'
import { checkoutBody } from './checkout-body.ts'

/** Sends to another user with a card that is entered on the provider's page. */
export const startCheckout = async (
  ctx: MoneyCtx,
  { saveCard = false, ...input }: Input<'startCheckout'>,
): Promise<Output<'startCheckout'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const send = await cardSend(ctx, input, { bodyOf: checkoutBody(saveCard) })
  return startPayin(ctx, cardRail, send, (begun) => begun)
}
