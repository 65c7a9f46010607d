import type { Input, Output } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { CARD } from './card-rail.ts'
import { putDefaultCard } from './default-cards-store.ts'
import { cardsOf, requireCard } from './saved-cards.ts'

/** Chooses the card that is offered first. Refuses with `invalidCardNumber` what is no card of the caller's. */
export const setDefaultCard = async (
  ctx: UserCtx,
  { cardId }: Input<'setDefaultCard'>,
): Promise<Output<'setDefaultCard'>> => {
  await requireCard(ctx, cardId)
  const { id: ownerId, sessionId } = ctx.user
  await transaction(ctx.db, 'set default card', async (trx) => {
    await putDefaultCard(trx, ownerId, CARD.provider, cardId)
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'card.made-default',
      object: { type: 'card', id: cardId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  return { items: await cardsOf(ctx) }
}
