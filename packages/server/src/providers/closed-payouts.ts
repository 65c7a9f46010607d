import type { PayoutRail } from './payout-port.ts'
import { BadSignature, ProviderError } from './types.ts'

const closed = async (): Promise<never> => {
  throw new ProviderError('unavailable', 'no provider takes money out over this rail')
}

/** Of a rail that is not configured: nothing is sent, and what is under way waits. */
export const closedPayouts: PayoutRail = {
  send: closed,
  fetch: closed,
  findByRef: closed,
  verify: async () => {
    throw new BadSignature('no provider of this rail is configured')
  },
}
