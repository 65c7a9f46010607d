/** The certificates that PayPal signs its events with. They are fetched from PayPal's own host, and from nowhere else. */
import { X509Certificate } from 'node:crypto'
import { isLoopback } from '#platform/loopback.ts'
import { silenceOf } from './errors.ts'
import { ProviderError } from '../types.ts'

const TIMEOUT_MS = 5_000
const LONGEST_BYTES = 32 * 1024
/** PayPal changes its certificate about once a year. */
const MOST_KEPT = 4
const MOST_AT_ONCE = 4
const PATH = /^(.*)(\/v1\/notifications\/certs\/[\w-]{1,200})$/

/**
 * Where a certificate may be fetched that an event names; null for an address that is none of PayPal's. An API at
 * `api-m.paypal.com` has its certificates at `api.paypal.com`, the sandbox of this machine below its own address.
 */
export const certificateUrlOf = (apiUrl: string, named: string): string | null => {
  if (!URL.canParse(named)) return null
  const api = new URL(apiUrl)
  const { protocol, hostname, port, host, pathname, search, hash, username, password } = new URL(named)
  const [, , path] = PATH.exec(pathname) ?? []
  if (path === undefined || search !== '' || hash !== '' || username !== '' || password !== '') return null
  if (api.hostname.endsWith('.paypal.com')) {
    const hosts = [api.hostname, api.hostname.replace(/^api-m\./, 'api.')]
    return protocol === 'https:' && port === '' && hosts.includes(hostname) ? `https://${hostname}${path}` : null
  }
  // Known by several names on this machine: only the path is taken.
  return host === api.host || (isLoopback(hostname) && isLoopback(api.hostname)) ? `${apiUrl}${path}` : null
}

const fetchCertificate = async (url: string): Promise<X509Certificate> => {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    if (!response.ok || text.length > LONGEST_BYTES)
      throw new ProviderError('unavailable', `PayPal gave no certificate (${response.status})`)
    return new X509Certificate(text)
  } catch (error) {
    throw silenceOf(error)
  }
}

/**
 * Certificates by their address, the last few kept; each is fetched once, however many ask. Throws ProviderError when one
 * cannot be had, or when enough are being fetched: the address is the sender's, who may be anybody.
 */
export const createCertificates = () => {
  const kept = new Map<string, X509Certificate>()
  const underWay = new Map<string, Promise<X509Certificate>>()

  const keep = (url: string, certificate: X509Certificate): X509Certificate => {
    kept.set(url, certificate)
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    return certificate
  }

  return {
    at: async (url: string): Promise<X509Certificate> => {
      const known = kept.get(url) ?? underWay.get(url)
      if (known) return known
      if (underWay.size >= MOST_AT_ONCE) throw new ProviderError('unavailable', 'PayPal is asked enough already')
      const fetching = fetchCertificate(url).finally(() => underWay.delete(url))
      underWay.set(url, fetching)
      return keep(url, await fetching)
    },
  }
}
