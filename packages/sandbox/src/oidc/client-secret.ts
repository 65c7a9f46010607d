import { createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { isRecord } from '../core/shape.ts'
import { APPLE_KEY_ID, APPLE_TEAM_ID, CLIENT_ID } from './issuers.ts'

/** Apple takes secrets that live at most half a year. */
const LONGEST_SECONDS = 15_777_000

const jsonOf = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** The public half of a private key in PEM. */
export const publicHalf = (pem: string): KeyObject => createPublicKey(createPrivateKey(pem))

/**
 * Whether a text is a client secret as Apple wants it: a JWT, ES256, signed by the team's key for this client and this
 * issuer, good now and for half a year at most.
 */
export const isAppleSecret = (secret: string, { key, issuer }: { key: KeyObject; issuer: string }): boolean => {
  const [head = '', body = '', signature = '', ...more] = secret.split('.')
  const header = jsonOf(head)
  if (more.length > 0 || header['alg'] !== 'ES256' || header['kid'] !== APPLE_KEY_ID) return false
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url'))) return false
  const { iss, sub, aud, iat, exp } = jsonOf(body)
  const now = Date.now() / 1000
  const isInTime = typeof iat === 'number' && typeof exp === 'number' && iat <= now + 60 && exp > now
  return isInTime && exp - iat <= LONGEST_SECONDS && iss === APPLE_TEAM_ID && sub === CLIENT_ID.apple && aud === issuer
}
