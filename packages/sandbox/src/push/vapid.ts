/** Who sends (RFC 8292): a token that the key of the subscription has signed. */
import { createPublicKey, verify } from 'node:crypto'
import { isRecord } from '../core/shape.ts'

const LONGEST_SECONDS = 24 * 3600

const recordIn = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const publicKeyOf = (point: string) => {
  const bytes = Buffer.from(point, 'base64url')
  const coordinate = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, format: 'jwk' })
}

const isSignedBy = (point: string, [header = '', claims = '', signature = '']: string[]): boolean =>
  verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKeyOf(point), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )

/**
 * What is wrong with an `Authorization` header for a subscription that was made for this key; null when nothing is. `origin` is the
 * service's own.
 */
export const vapidTrouble = (
  header: string | undefined,
  { applicationServerKey, origin, now }: { applicationServerKey: string; origin: string; now: Date },
): { status: 401 | 403; reason: string } | null => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+),\s*k=([\w-]+)$/.exec(header ?? '') ?? []
  if (token === '') return { status: 401, reason: 'a vapid authorization is wanted' }
  if (key !== applicationServerKey) return { status: 403, reason: 'the key is not that of the subscription' }
  const parts = token.split('.')
  const { aud, exp, sub } = recordIn(parts[1] ?? '')
  const seconds = Math.floor(now.getTime() / 1000)
  if (recordIn(parts[0] ?? '')['alg'] !== 'ES256' || !isSignedBy(key, parts))
    return { status: 403, reason: 'the token is not signed with the key' }
  if (aud !== origin) return { status: 403, reason: 'the token is for another service' }
  if (typeof exp !== 'number' || exp <= seconds || exp > seconds + LONGEST_SECONDS)
    return { status: 403, reason: 'the token has expired, or lives too long' }
  if (typeof sub !== 'string' || !/^(mailto:|https:)/.test(sub))
    return { status: 403, reason: 'the token names nobody' }
  return null
}
