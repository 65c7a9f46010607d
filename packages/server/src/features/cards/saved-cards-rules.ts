import type { Card } from '@puente/contract'
import type { SavedCard } from '#providers/card/port.ts'

/** Good until the end of the month on it, by the clock that is furthest behind: it is still that month there. */
export const isCardOver = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>, at: Date): boolean =>
  at.getTime() >= Date.UTC(expYear, expMonth, 1, 12)

/** The cards as they are offered: the default one first, which is the newest where none that is there was chosen. */
export const offeredCards = (cards: readonly SavedCard[], chosenId: string | null): Card[] => {
  const defaultId = cards.find(({ cardId }) => cardId === chosenId)?.cardId ?? cards[0]?.cardId
  return cards
    .map(({ cardId, brand, last4, expMonth, expYear }) => ({
      cardId,
      brand,
      last4,
      expMonth,
      expYear,
      default: cardId === defaultId,
    }))
    .toSorted((a, b) => Number(b.default) - Number(a.default))
}
