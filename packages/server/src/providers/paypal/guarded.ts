import type { Breaker } from '../breaker.ts'
import type { Paypal } from './port.ts'

/** PayPal with each of its calls counted by the rail's breaker; the books and the events stand beside it. */
export const guardedPaypal = ({ orders, ...rest }: Paypal, breaker: Breaker): Paypal => ({
  ...rest,
  orders: {
    create: (...asked) => breaker.call(() => orders.create(...asked)),
    fetch: (...asked) => breaker.call(() => orders.fetch(...asked)),
    capture: (...asked) => breaker.call(() => orders.capture(...asked)),
    refund: (...asked) => breaker.call(() => orders.refund(...asked)),
  },
})
