import type { Input } from '@puente/contract'
import type { PayinStart } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { cardBody } from './checkout-body.ts'
import { requireUsableCard } from './saved-cards.ts'

/**
 * What a deposit by card asks: the charge of a saved card, or a page where one is entered. Refuses with `invalidCardNumber`
 * what is no card of the caller's, or one that has expired.
 */
export const cardDeposit = async (
  ctx: MoneyCtx,
  { amount, expectedTotalCharge, sendSessionId, cardId, saveCard = false }: Input<'startDeposit'>,
): Promise<PayinStart> => {
  if (cardId !== undefined) await requireUsableCard(ctx, cardId)
  return {
    amountCents: BigInt(amount),
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    sendSessionId,
    send: null,
    bodyOf: cardBody(cardId, saveCard),
  }
}
