import { findCustomer } from '#features/payments/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { CARD } from './card-rail.ts'

const TIMEOUT_MS = 10_000

/**
 * Forgets every card that its provider keeps for the account, and closes the pages on which another could be saved; with `before`
 * (ISO) those that it has kept since then or longer. Throws ProviderError, and is safe to run again.
 */
export const forgetCards = async (
  { card, db }: Pick<Services, 'card' | 'db'>,
  { ownerId, before }: { ownerId: string; before?: string },
): Promise<void> => {
  const customerId = await findCustomer(db, ownerId, CARD.provider)
  if (customerId === null) return
  const until = before === undefined ? null : new Date(before)
  await card.closePages(customerId, until, { timeoutMs: TIMEOUT_MS })
  for (const { cardId, savedAt } of await card.listCards(customerId, { timeoutMs: TIMEOUT_MS })) {
    if (until !== null && savedAt > until) continue
    // oxlint-disable-next-line no-await-in-loop -- one after another: there are few
    await card.forgetCard(cardId, { timeoutMs: TIMEOUT_MS })
    await transaction(db, 'forget a card', (trx) =>
      audit(trx, {
        actor: { kind: 'system', id: 'cards' },
        action: 'card.removed',
        object: { type: 'card', id: cardId },
        result: 'done',
        details: { ownerId },
      }),
    )
  }
}
