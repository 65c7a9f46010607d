import { createHash } from 'node:crypto'
import type { PlaidApi } from 'plaid'
import { BadSignature, ProviderError, type ProviderEvent } from '../types.ts'
import { plaidError } from './errors.ts'
import type { Plaid } from './port.ts'
import { checkToken, type PlaidKey } from './webhook-token.ts'

export type PlaidClientSettings = { url: string; clientId: string; secret: string }

const TIMEOUT_MS = 15_000
const API_VERSION = '2020-09-14'
/** A key that Plaid has withdrawn is not believed for longer than this. */
const KEY_LIFE_MS = 3_600_000
const KEYS_KEPT = 20

const connect = async ({ url, clientId, secret }: PlaidClientSettings): Promise<PlaidApi> => {
  const plaid = await import('plaid')
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': API_VERSION }
  return new plaid.PlaidApi(
    // Only this host is ever called: no redirect is followed, and no proxy of the environment is used.
    new plaid.Configuration({
      basePath: url,
      baseOptions: { headers, timeout: TIMEOUT_MS, maxRedirects: 0, proxy: false },
    }),
  )
}

type Body = { webhook_type?: unknown; webhook_code?: unknown; item_id?: unknown; link_token?: unknown }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a signed body says. Bodies may repeat byte for byte, so each one only makes us look. */
const eventsOf = (raw: Buffer): ProviderEvent[] => {
  let body: Body
  try {
    body = JSON.parse(raw.toString('utf8')) as Body
  } catch {
    throw new BadSignature('plaid')
  }
  return [
    {
      provider: 'plaid',
      eventId: createHash('sha256').update(raw).digest('hex'),
      objectId: textOf(body.link_token) || textOf(body.item_id),
      type: `${textOf(body.webhook_type)}.${textOf(body.webhook_code)}`,
      occurredAt: new Date(),
      dedupe: 'trigger',
    },
  ]
}

/** Plaid at an address. The SDK is loaded with the first call. */
export const createPlaid = (settings: PlaidClientSettings): Plaid => {
  let connected: Promise<PlaidApi> | null = null
  const keys = new Map<string, { key: PlaidKey | null; until: number }>()

  const call: Plaid['call'] = async (work) => {
    try {
      return (await work(await (connected ??= connect(settings)))).data
    } catch (error) {
      throw plaidError(error)
    }
  }

  const askForKey = async (kid: string): Promise<PlaidKey | null> => {
    try {
      const { key } = await call((api) => api.webhookVerificationKeyGet({ key_id: kid }))
      const { kty, crv, alg, x, y } = key
      return { kty, crv, alg, x, y, isExpired: key.expired_at !== null }
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'invalid') return null
      throw error
    }
  }

  /** Keys that Plaid does not know are remembered as well, so that a forger cannot make us ask without end. */
  const keyOf = async (kid: string): Promise<PlaidKey | null> => {
    const kept = keys.get(kid)
    if (kept && kept.until > Date.now()) return kept.key
    const key = await askForKey(kid)
    keys.delete(kid)
    keys.set(kid, { key, until: Date.now() + KEY_LIFE_MS })
    for (const oldest of keys.keys()) {
      if (keys.size <= KEYS_KEPT) break
      keys.delete(oldest)
    }
    return key
  }

  return {
    call,
    verify: async (headers, raw) => {
      const token = headers.get('plaid-verification')
      if (!token) throw new BadSignature('plaid')
      await checkToken(token, raw, keyOf)
      return eventsOf(raw)
    },
  }
}
