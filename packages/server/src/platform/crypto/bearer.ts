/**
 * The bearer: a short-lived signed statement of whose session is speaking. It is proof of nothing else: tier, status and
 * the session itself are read from the database on every call.
 */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { BearerKeys } from '../key-rings.ts'
import type { Clock } from '../clock.ts'

export const BEARER_SECONDS = 300

type BearerClaims = {
  /** Bare uuid of the user. */
  userId: string
  sessionId: string
  /** For display only. */
  accessLevel: number
}

/** How and when the session was opened, for who reads a bearer (RFC 8176, OpenID Connect Core 2). Nothing here decides by it. */
type Opened = { amr: readonly string[]; authenticatedAt: Date }

/** A valid bearer, an expired one, a valid one without a subject, or something that is no bearer. */
export type VerifiedBearer = (BearerClaims & { expiresAt: Date }) | 'expired' | 'noSubject' | 'invalid'

type HandoffClaims = { userId: string; sessionId: string; handoffId: string }

/** What a bearer of a hand-off says; `null` for everything else. */
export type VerifiedHandoff = (HandoffClaims & { expiresAt: Date }) | null

export type Bearers = {
  sign: (claims: BearerClaims & Opened) => Promise<{ bearer: string; expiresAt: Date }>
  /** Knows the bearers of sessions alone: that of a hand-off is invalid here, so that nothing takes it unawares. */
  verify: (bearer: string) => Promise<VerifiedBearer>
  /** For another device that goes on with the uploads of a session. */
  signHandoff: (claims: HandoffClaims, expiresAt: Date) => Promise<string>
  verifyHandoff: (bearer: string) => Promise<VerifiedHandoff>
}

const ALGORITHM = 'EdDSA'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** How many verified bearers are cached; beyond it the oldest has to be verified again. */
const REMEMBERED = 10_000

/**
 * Remembers bearers whose signature was found good: a signature does not go bad, and finding it good costs more than all
 * else that is asked of a bearer. When it runs out is looked at every time, and a bad one is never remembered.
 */
const remembering = (verify: Bearers['verify'], clock: Clock): Bearers['verify'] => {
  const good = new Map<string, BearerClaims & { expiresAt: Date }>()
  return async (bearer) => {
    const known = good.get(bearer)
    if (known && clock.now() < known.expiresAt) return known
    good.delete(bearer)
    const verified = await verify(bearer)
    if (typeof verified === 'string') return verified
    good.set(bearer, verified)
    const [oldest] = good.keys()
    if (good.size > REMEMBERED && oldest !== undefined) good.delete(oldest)
    return verified
  }
}

/** `issuer` is the public origin; it is the audience as well, since only we may accept these. */
export const createBearers = (keys: BearerKeys, clock: Clock, issuer: string): Bearers => {
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
  const signed = (claims: JWTPayload, subject: string, expiresAt: number): Promise<string> => {
    const { kid, key } = keys.current
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(subject)
      .setIssuedAt(seconds(clock.now()))
      .setExpirationTime(expiresAt)
      .sign(key.privateKey)
  }
  const payloadOf = async (bearer: string): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(
      bearer,
      ({ kid = '' }) => {
        const key = keys.find(kid)?.publicKey
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        algorithms: [ALGORITHM],
        issuer,
        audience: issuer,
        currentDate: clock.now(),
        requiredClaims: ['sid', 'exp', 'iat'],
      },
    )
    return payload
  }

  return {
    sign: async ({ userId, sessionId, accessLevel, amr, authenticatedAt }) => {
      const expires = seconds(clock.now()) + BEARER_SECONDS
      const opened = { amr: [...amr], auth_time: seconds(authenticatedAt) }
      const bearer = await signed({ typ: 'access', sid: sessionId, accessLevel, ...opened }, userId, expires)
      return { bearer, expiresAt: new Date(expires * 1000) }
    },

    verify: remembering(async (bearer) => {
      try {
        const { sub = '', sid, typ, accessLevel, exp = 0 } = await payloadOf(bearer)
        if (typ === 'access' && sub === '') return 'noSubject'
        if (typ !== 'access' || !isUuid(sub) || !isUuid(sid)) return 'invalid'
        if (typeof accessLevel !== 'number') return 'invalid'
        return { userId: sub, sessionId: sid, accessLevel, expiresAt: new Date(exp * 1000) }
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
    }, clock),

    signHandoff: ({ userId, sessionId, handoffId }, expiresAt) =>
      signed({ typ: 'handoff', sid: sessionId, hid: handoffId }, userId, seconds(expiresAt)),

    verifyHandoff: async (bearer) => {
      try {
        const { sub, sid, hid, typ, exp = 0 } = await payloadOf(bearer)
        if (typ !== 'handoff' || !isUuid(sub) || !isUuid(sid) || !isUuid(hid)) return null
        return { userId: sub, sessionId: sid, handoffId: hid, expiresAt: new Date(exp * 1000) }
      } catch {
        return null
      }
    },
  }
}
