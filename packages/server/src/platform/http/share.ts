/**
 * What one caller may have of the server at a time, from the moment the head of a call has come: a caller that opens calls
 * and never sends their bodies has only this much, and everybody else has the rest. Behind the gate, whose places are for
 * work that can begin, and before anything is looked up for the call.
 *
 * An address is many people's, behind a carrier or in an office. A call with a good bearer therefore takes its part of its
 * person's share and nothing of the address's, where the call looks at the session behind the bearer: elsewhere a bearer
 * of a session that has ended would take from its owner. Without one it counts by address and network, first among the calls whose
 * bodies are still coming and then among those at work: what never arrives keeps nothing from what does. Among the
 * former a newcomer ends the oldest, so that a body that is a moment late still arrives.
 */
import { type EndpointKey, endpointOf } from '@puente/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bearers } from '../crypto/bearer.ts'
import { tokenOf } from './authenticate.ts'
import { Refusal } from './refusal.ts'
import { hasArrived, networkOf } from './requests.ts'
import { whenClosed } from './when-closed.ts'

/**
 * Calls at a time. A person's are far more than the screens make. Of one address, arriving or at work, they are a quarter of
 * the places that there always are; of one network a half.
 */
export const SHARE = { person: 32, address: 64, network: 128 }

const RETRY_SECONDS = 1
const spent = (): Refusal => new Refusal('tooManyRequests', { retryAfterSeconds: RETRY_SECONDS, reason: 'inFlight' })

type Release = () => void

/** Who holds how many parts, the oldest first. */
const createShare = (most: number) => {
  const held = new Map<string, Set<FastifyReply>>()
  return {
    /** The call that has held a part for longest, when none is left for this caller; null while there is one. */
    fullSince: (who: string): FastifyReply | null => {
      const calls = held.get(who)
      const [oldest = null] = calls ?? []
      return calls && calls.size >= most ? oldest : null
    },
    hold: (who: string, reply: FastifyReply): Release => {
      const calls = held.get(who) ?? new Set()
      held.set(who, calls.add(reply))
      return () => {
        if (calls.delete(reply) && calls.size === 0) held.delete(who)
      }
    },
  }
}

/** Whether a call ends for a bearer whose session has ended. */
const asksForSession = (key: string | undefined): boolean =>
  key !== undefined && ['user', 'optional'].includes(endpointOf(key as EndpointKey).access)

type Place = { address: string; network: string }

/** A share of an address that is one of its network as well. */
const createPlaceShare = (factor: number) => {
  const addresses = createShare(SHARE.address * factor)
  const networks = createShare(SHARE.network * factor)
  return {
    fullSince: ({ address, network }: Place) => addresses.fullSince(address) ?? networks.fullSince(network),
    hold: ({ address, network }: Place, reply: FastifyReply): Release => {
      const releases = [addresses.hold(address, reply), networks.hold(network, reply)]
      return () => {
        for (const release of releases) release()
      }
    },
  }
}

/**
 * Has every call take its part of its caller's share until it is answered; refuses with `tooManyRequests` when none is left.
 * A person's live stream does not end like a call, and is counted separately. `factor` multiplies the shares.
 */
export const mountShares = (
  app: FastifyInstance,
  { verify, factor }: Pick<Bearers, 'verify'> & { factor: number },
): void => {
  const persons = createShare(SHARE.person * factor)
  const arriving = createPlaceShare(factor)
  const working = createPlaceShare(factor)
  /** What ends the arrival of a call and begins its work. */
  const arrivals = new WeakMap<FastifyReply, { place: Place; release: Release }>()

  const refuse = (reply: FastifyReply): Refusal => {
    reply.header('connection', 'close')
    return spent()
  }

  const work = (place: Place, reply: FastifyReply): void => {
    if (working.fullSince(place)) throw refuse(reply)
    whenClosed(reply.raw, working.hold(place, reply))
  }

  const arrive = (place: Place, reply: FastifyReply): void => {
    for (let oldest = arriving.fullSince(place); oldest; oldest = arriving.fullSince(place)) {
      arrivals.get(oldest)?.release()
      if (!oldest.sent) void oldest.send(refuse(oldest))
    }
    const release = arriving.hold(place, reply)
    arrivals.set(reply, { place, release })
    whenClosed(reply.raw, release)
  }

  app.decorateRequest('bearer', null)

  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    // A caller that is gone has no address any more, and waits for nothing.
    const place = { address: request.ip ?? 'gone', network: networkOf(request.ip) }
    const token = tokenOf(request.headers.authorization)
    // Most bodies come together with their head, and have been read by the parser when this turn ends.
    request.bearer = await (token ? verify(token) : null)
    const { endpointKey } = request.routeOptions.config
    if (request.bearer === null || typeof request.bearer === 'string' || !asksForSession(endpointKey)) {
      if (hasArrived(request.raw)) work(place, reply)
      else arrive(place, reply)
      return
    }
    if (endpointKey === 'live') return
    const { userId } = request.bearer
    if (persons.fullSince(userId)) throw refuse(reply)
    whenClosed(reply.raw, persons.hold(userId, reply))
  })

  // From here on there is work to do, whether or not there was a body to read.
  app.addHook('preValidation', async (_request, reply) => {
    const arrival = arrivals.get(reply)
    if (!arrival) return
    arrival.release()
    work(arrival.place, reply)
  })
}
