/** The keys behind Plaid's webhooks, and the token that each one carries: ES256 over the time and the body's SHA-256. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { JWKPublicKey } from 'plaid'
import type { Spoil } from '../core/webhooks.ts'

const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A tolerance of five minutes is Plaid's own advice; this is far beyond it. */
const staleSeconds = 3600

export const createSigner = () => {
  const kid = randomUUID()
  const createdAt = Math.floor(Date.now() / 1000)
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** The public key of this name; null when there is none. */
  const jwkOf = (name: string): JWKPublicKey | null => {
    if (name !== kid) return null
    const { x = '', y = '' } = own.publicKey.export({ format: 'jwk' })
    return { alg: 'ES256', crv: 'P-256', kid, kty: 'EC', use: 'sig', x, y, created_at: createdAt, expired_at: null }
  }

  /** The headers of one delivery. A token is dated by the wall clock: its receiver compares it with its own. */
  const headersFor = (body: string, spoil: Spoil) => {
    const iat = Math.floor(Date.now() / 1000) - (spoil === 'staleTimestamp' ? staleSeconds : 0)
    const claims = { iat, request_body_sha256: createHash('sha256').update(body, 'utf8').digest('hex') }
    const signed = `${base64({ alg: 'ES256', kid, typ: 'JWT' })}.${base64(claims)}`
    const { privateKey: key } = spoil === 'badSignature' ? foreign : own
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return { 'plaid-verification': `${signed}.${signature.toString('base64url')}` }
  }
  return { jwkOf, headersFor }
}

export type Signer = ReturnType<typeof createSigner>
