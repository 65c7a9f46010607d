import type { Breaker } from './breaker.ts'
import type { PayoutRail } from './payout-port.ts'

/** Who takes money out, with each call counted by the rail's breaker. */
export const guardedPayouts = <Destination>(
  payouts: PayoutRail<Destination>,
  breaker: Breaker,
): PayoutRail<Destination> => ({
  send: (...asked) => breaker.call(() => payouts.send(...asked)),
  fetch: (...asked) => breaker.call(() => payouts.fetch(...asked)),
  findByRef: (...asked) => breaker.call(() => payouts.findByRef(...asked)),
  ...(payouts.cancel && {
    cancel: (...asked) => breaker.call(async () => (await payouts.cancel?.(...asked)) ?? false),
  }),
  verify: (headers, raw) => payouts.verify(headers, raw),
})
