/** A card is somebody's when its provider says so, each time it is asked: no list of ours could be right for long. */
import type { Card } from '@puente/contract'
import { findCustomer } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ProviderError } from '#providers/types.ts'
import { CARD } from './card-rail.ts'
import { keepCardMarks } from './card-marks-store.ts'
import { findDefaultCard } from './default-cards-store.ts'
import { isCardOver, offeredCards } from './saved-cards-rules.ts'

/** Leaves time for the payment itself in the same request. */
const TIMEOUT_MS = 2_000

/** Asks the provider for a person who waits; refuses with `serviceUnavailable` when it does not answer. */
export const asked = async <T>(call: (options: { timeoutMs: number }) => Promise<T>): Promise<T> => {
  try {
    return await call({ timeoutMs: TIMEOUT_MS })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal('serviceUnavailable', { rail: CARD.rail, alternatives: [], retryAfterSeconds: 5 })
  }
}

/** The caller's saved cards, the default one first. */
export const cardsOf = async (ctx: UserCtx): Promise<Card[]> => {
  const { db, card, user } = ctx
  const customerId = await findCustomer(db, user.id, CARD.provider)
  if (customerId === null) return []
  const [cards, chosenId] = await Promise.all([
    asked((options) => card.listCards(customerId, options)),
    findDefaultCard(db, user.id, CARD.provider),
  ])
  await keepCardMarks(ctx, user.id, cards)
  return offeredCards(cards, chosenId)
}

/** Refuses with `invalidCardNumber` what is no card of the caller's. */
export const requireCard = async (ctx: UserCtx, cardId: string): Promise<Card> => {
  const card = (await cardsOf(ctx)).find((one) => one.cardId === cardId)
  if (!card) throw new Refusal('invalidCardNumber')
  return card
}

/** The same of a card that is to be charged, which must not have expired. */
export const requireUsableCard = async (ctx: UserCtx, cardId: string): Promise<void> => {
  const card = await requireCard(ctx, cardId)
  if (isCardOver(card, await databaseNow(ctx.db, ctx.clock))) throw new Refusal('invalidCardNumber')
}
