import type { Breaker } from '../breaker.ts'
import type { CardIn } from './port.ts'

/** A card provider each of whose calls is counted by the rail's breaker. */
export const guardedCard = (card: CardIn, breaker: Breaker): CardIn => ({
  createCustomer: (...asked) => breaker.call(() => card.createCustomer(...asked)),
  checkout: (...asked) => breaker.call(() => card.checkout(...asked)),
  fetch: (...asked) => breaker.call(() => card.fetch(...asked)),
  findByRef: (...asked) => breaker.call(() => card.findByRef(...asked)),
  expire: (...asked) => breaker.call(() => card.expire(...asked)),
  verify: (headers, raw) => card.verify(headers, raw),
})
