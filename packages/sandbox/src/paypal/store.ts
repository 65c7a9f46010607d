import { createBoundedMap } from '../core/bounded.ts'
import { createNextQueue } from '../core/next-queue.ts'
import type { Capture, CaptureOutcome, Line, Order, Refund } from './model.ts'

/** All state of PayPal. */
export const createPaypalStore = () => ({
  orders: createBoundedMap<Order>(),
  captures: createBoundedMap<Capture>(),
  refunds: createBoundedMap<Refund>(),
  /** The account's books, by the id of what moved the money. */
  lines: createBoundedMap<Line>(),
  next: createNextQueue<CaptureOutcome>(),
})

export type PaypalStore = ReturnType<typeof createPaypalStore>

export const clearPaypalStore = (store: PaypalStore) => {
  for (const part of Object.values(store)) part.clear()
}
