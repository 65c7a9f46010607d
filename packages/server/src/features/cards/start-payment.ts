import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { stepUpBy } from '#features/limits/index.ts'
import { startPayin } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { cardRail } from './card-payins.ts'
import { cardSend } from './card-send.ts'
import { chargeBody } from './checkout-body.ts'
import { requireUsableCard } from './saved-cards.ts'

/**
 * Sends to another user with a saved card. Nothing is entered anywhere for it, so larger amounts ask for a proof. Refuses with
 * `invalidCardNumber` what is no card of the caller's, or one that has expired.
 */
export const startPayment = async (
  ctx: MoneyCtx,
  { cardId, ...input }: Input<'startPayment'>,
): Promise<Output<'startPayment'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const stepUp = { operation: 'startPayment', by: stepUpBy(ctx) }
  const send = await cardSend(ctx, input, { bodyOf: chargeBody(cardId), stepUp })
  await requireUsableCard(ctx, cardId)
  return startPayin(ctx, cardRail, send, (begun) => begun)
}
