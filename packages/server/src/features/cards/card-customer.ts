import { findCustomer, keepCustomer } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import { CARD } from './card-rail.ts'

/** What the card provider knows a person as; made when it is first needed. Throws ProviderError. */
export const customerOf = async (
  { db, card }: Pick<Services, 'db' | 'card'>,
  ownerId: string,
  timeoutMs: number,
): Promise<string> => {
  const known = await findCustomer(db, ownerId, CARD.provider)
  return known ?? keepCustomer(db, ownerId, CARD.provider, await card.createCustomer(ownerId, { timeoutMs }))
}
