import type { Breaker } from '../breaker.ts'
import type { ReportSource } from '../report.ts'
import type { CardIn } from './port.ts'

type Card = CardIn & Partial<ReportSource>

/** A card provider each of whose calls about a payment is counted by the rail's breaker; its report stands beside it. */
export const guardedCard = ({ report, ...card }: Card, breaker: Breaker): Card => ({
  createCustomer: (...asked) => breaker.call(() => card.createCustomer(...asked)),
  checkout: (...asked) => breaker.call(() => card.checkout(...asked)),
  fetch: (...asked) => breaker.call(() => card.fetch(...asked)),
  charge: (...asked) => breaker.call(() => card.charge(...asked)),
  cancelCharge: (...asked) => breaker.call(() => card.cancelCharge(...asked)),
  findChargeByRef: (...asked) => breaker.call(() => card.findChargeByRef(...asked)),
  listReturns: (...asked) => breaker.call(() => card.listReturns(...asked)),
  listCards: (...asked) => breaker.call(() => card.listCards(...asked)),
  saveCardPage: (...asked) => breaker.call(() => card.saveCardPage(...asked)),
  closePages: (...asked) => breaker.call(() => card.closePages(...asked)),
  forgetCard: (...asked) => breaker.call(() => card.forgetCard(...asked)),
  findByRef: (...asked) => breaker.call(() => card.findByRef(...asked)),
  expire: (...asked) => breaker.call(() => card.expire(...asked)),
  verify: (headers, raw) => card.verify(headers, raw),
  ...(report && { report }),
})
