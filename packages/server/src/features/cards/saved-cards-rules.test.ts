import { expect, test } from 'vitest'
import { isCardOver, offeredCards } from './saved-cards-rules.ts'

const cards = ['new', 'older', 'oldest'].map((cardId) => ({
  cardId,
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2034,
  fingerprint: null,
  savedAt: new Date(0),
}))
const shown = (chosen: string | null) => offeredCards(cards, chosen).map((card) => [card.cardId, card.default])

test('the card that was chosen is offered first; without one that is there, the newest', () => {
  expect(shown('older')).toEqual([
    ['older', true],
    ['new', false],
    ['oldest', false],
  ])
  for (const chosen of [null, 'removed'])
    expect(shown(chosen)).toEqual([
      ['new', true],
      ['older', false],
      ['oldest', false],
    ])
  expect(offeredCards([], 'removed')).toEqual([])
})

test('a card is good until its month has ended everywhere', () => {
  const card = { expMonth: 2, expYear: 2027 }
  expect(isCardOver(card, new Date('2027-03-01T11:59:59Z'))).toBe(false)
  expect(isCardOver(card, new Date('2027-03-01T12:00:00Z'))).toBe(true)
  expect(isCardOver({ expMonth: 12, expYear: 2026 }, new Date('2027-01-01T12:00:00Z'))).toBe(true)
})
