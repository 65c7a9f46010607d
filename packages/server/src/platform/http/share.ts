/**
 * What one caller may have of the server at a time, from the moment the head of a call has come: whoever opens calls and
 * never sends their bodies has only this much, and everybody else has the rest. Behind the gate, whose places are for work
 * that can begin, and before anything is looked up for the call.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import { networkOf } from './requests.ts'
import { whenClosed } from './when-closed.ts'

/** Calls at a time: of one address a quarter of the places that there always are, of one network a half. */
export const SHARE = { address: 64, network: 128 }

const RETRY_SECONDS = 1

/** Counts calls by who makes them. */
const createCounts = (most: number) => {
  const counts = new Map<string, number>()
  return {
    isSpent: (who: string): boolean => (counts.get(who) ?? 0) >= most,
    change: (who: string, by: 1 | -1): void => {
      const count = (counts.get(who) ?? 0) + by
      if (count > 0) counts.set(who, count)
      else counts.delete(who)
    },
  }
}

/**
 * Takes a call's part of its caller's share until it is answered; refuses with `tooManyRequests` when none is left. A live
 * stream is no call that ends, and is counted by person instead. `factor` multiplies the shares.
 */
export const createShares = (factor: number): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const addresses = createCounts(SHARE.address * factor)
  const networks = createCounts(SHARE.network * factor)
  return ({ ip, routeOptions }, reply) => {
    if (routeOptions.config.endpointKey === 'live') return
    // A caller that is gone has no address any more, and waits for nothing.
    const [address, network] = [ip ?? 'gone', networkOf(ip)]
    if (addresses.isSpent(address) || networks.isSpent(network)) {
      reply.header('connection', 'close')
      throw new Refusal('tooManyRequests', { retryAfterSeconds: RETRY_SECONDS, reason: 'inFlight' })
    }
    addresses.change(address, 1)
    networks.change(network, 1)
    whenClosed(reply.raw, () => {
      addresses.change(address, -1)
      networks.change(network, -1)
    })
  }
}
