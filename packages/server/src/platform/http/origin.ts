import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './refusal.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Whether a browser's `Origin` is our own page; outside production every loopback name of the same port is. */
const isOwnOrigin = (origin: string, config: Pick<Config, 'publicUrl' | 'production'>): boolean => {
  const own = new URL(config.publicUrl)
  if (origin === own.origin) return true
  if (config.production) return false
  try {
    const url = new URL(origin)
    return (
      url.protocol === own.protocol &&
      url.port === own.port &&
      LOOPBACK.test(url.hostname) &&
      LOOPBACK.test(own.hostname)
    )
  } catch {
    return false
  }
}

/**
 * A call comes from our own page or from no browser at all, reading and the live stream included: browsers say where a call
 * comes from by `Sec-Fetch-Site`, and on all but plain reads by `Origin`. Calls with a bearer would be safe without this;
 * the calls with the cookie are safe because of it.
 */
export const checkOrigin = (config: Pick<Config, 'publicUrl' | 'production'>, request: FastifyRequest): void => {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && !isOwnOrigin(origin, config))
    throw new Refusal('invalidRequest', { reason: 'foreignOrigin' })
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refusal('invalidRequest', { reason: 'foreignOrigin' })
}
