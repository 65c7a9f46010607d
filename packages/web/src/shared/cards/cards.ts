/** The cards that the user keeps at the card provider. */
import type { Card } from '@puente/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { productNow } from '#lib/browser/product-time.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** Saved cards, the default one first. Adding one happens on the provider's page, so each screen asks again. */
export const cardsQuery = queryOptions({
  queryKey: queryKeys.cards,
  queryFn: ({ signal }) => call('listCards', undefined, { signal }),
  staleTime: 0,
})

/** A card is good until the end of the month that is printed on it. */
export const isExpired = ({ expMonth, expYear }: Card): boolean =>
  new Date(productNow()) >= new Date(Date.UTC(expYear, expMonth, 1))

/**
 * The card to pay with: the one chosen, while it is still saved, else the first that is good.
 * @param chosen the id of a card; null for one that is entered on the provider's page
 * @returns the card; null for one that is entered
 */
export const cardToUse = (cards: readonly Card[], chosen: string | null | undefined): Card | null => {
  if (chosen === null) return null
  return cards.find(({ cardId }) => cardId === chosen) ?? cards.find((card) => !isExpired(card)) ?? null
}
