import type { Input, Output } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { asked, requireCard } from './saved-cards.ts'

/** Forgets a saved card at its provider, who alone knows it. Refuses with `invalidCardNumber` what is no card of the caller's. */
export const removeCard = async (ctx: UserCtx, { cardId }: Input<'removeCard'>): Promise<Output<'removeCard'>> => {
  await requireCard(ctx, cardId)
  await asked((options) => ctx.card.forgetCard(cardId, options))
  const { id, sessionId } = ctx.user
  await transaction(ctx.db, 'remove card', (trx) =>
    audit(trx, {
      actor: { kind: 'user', id, sessionId },
      action: 'card.removed',
      object: { type: 'card', id: cardId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    }),
  )
  return { cardId }
}
