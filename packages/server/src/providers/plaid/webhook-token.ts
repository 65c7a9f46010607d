/**
 * The token that comes with each of Plaid's webhooks: a JWT (ES256) over the time and the SHA-256 of the body, signed with a
 * key that Plaid names by `kid` and hands out on request.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { BadSignature } from '../types.ts'

/** Older tokens are refused, so that a body that was once overheard cannot be sent again later. */
const MAX_AGE_SECONDS = 300
/** Clocks differ a little. */
const TOLERANCE_SECONDS = 30

export type PlaidKey = { kty: string; crv: string; alg: string; x: string; y: string; isExpired: boolean }

const isSha256Of = (raw: Buffer, claimed: unknown): boolean => {
  const own = createHash('sha256').update(raw).digest()
  const given = Buffer.from(typeof claimed === 'string' ? claimed : '', 'hex')
  return given.length === own.length && timingSafeEqual(given, own)
}

const headerOf = (token: string) => {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new BadSignature('plaid')
  }
}

/** Throws `BadSignature` unless Plaid signed exactly these bytes within the last five minutes. What `keyOf` throws passes. */
export const checkToken = async (
  token: string,
  raw: Buffer,
  keyOf: (kid: string) => Promise<PlaidKey | null>,
): Promise<void> => {
  const { alg, kid } = headerOf(token)
  if (alg !== 'ES256' || typeof kid !== 'string' || kid === '') throw new BadSignature('plaid')
  const key = await keyOf(kid)
  if (!key || key.isExpired || key.kty !== 'EC' || key.crv !== 'P-256') throw new BadSignature('plaid')
  const { kty, crv, x, y } = key
  const read = async () =>
    jwtVerify(token, await importJWK({ kty, crv, x, y }, 'ES256'), {
      algorithms: ['ES256'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
    })
  const { payload } = await read().catch(() => {
    throw new BadSignature('plaid')
  })
  if (!isSha256Of(raw, payload['request_body_sha256'])) throw new BadSignature('plaid')
}
