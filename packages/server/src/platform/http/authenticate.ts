import { type Endpoint, type ErrorCode, isServedInDoubt } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import type { Bearers, VerifiedBearer, VerifiedHandoff } from '../crypto/bearer.ts'
import type { Strikes } from '../rate-limit/strikes.ts'
import type { Bearer, CurrentUser } from './ctx.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the bearer of the head says, found good or not; null without one. */
    bearer: VerifiedBearer | null
    currentUser: CurrentUser | null
    bearerExpiresAt: Date | null
  }
  interface FastifyContextConfig {
    endpointKey?: string
  }
}

/**
 * Who a bearer speaks for, read from the database; refuses with the code of what is wrong with it. `active` calls
 * push the idle deadline, background calls do not.
 */
export type Authenticate = (
  bearer: VerifiedBearer | NonNullable<VerifiedHandoff>,
  options: { active: boolean },
) => Promise<Bearer>

/** The token of an `Authorization` header, which may be empty; null without such a header. */
export const tokenOf = (header: string | undefined): string | null =>
  header === undefined || !/^bearer(\s|$)/i.test(header) ? null : header.slice('bearer'.length).trim()

/** What the call's bearer says: `AuthHeaderRequired` without one, `authTokenMissing` when it is empty. */
const bearerOf = ({ bearer, headers }: FastifyRequest): VerifiedBearer => {
  const token = tokenOf(headers.authorization)
  if (token === null) throw new Refusal('AuthHeaderRequired')
  if (token === '') throw new Refusal('authTokenMissing')
  return bearer ?? 'invalid'
}

/** The bearer, or that of a hand-off where the endpoint takes one. */
const claimsOf = async (
  { handoff }: Pick<Endpoint, 'handoff'>,
  request: FastifyRequest,
  bearers: Pick<Bearers, 'verifyHandoff'>,
): Promise<Parameters<Authenticate>[0]> => {
  const claims = bearerOf(request)
  if (!handoff || claims !== 'invalid') return claims
  return (await bearers.verifyHandoff(tokenOf(request.headers.authorization) ?? '')) ?? claims
}

/** Refusals that only a stranger provokes; an expired bearer or session is an everyday matter. */
const STRANGERS: ReadonlySet<ErrorCode> = new Set([
  'AuthHeaderRequired',
  'authTokenMissing',
  'invalidToken',
  'userIdMissing',
] as const)

/**
 * Sets `request.currentUser` where the endpoint's access asks for it. A network that keeps sending bad bearers has to
 * wait; its good ones pass all the same. While it is in doubt whose the account is, refuses with `accountRestricted` whatever
 * `isServedInDoubt` does not name.
 */
export const authenticateRequest = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  {
    authenticate,
    bearers,
    strikes,
  }: { authenticate: Authenticate; bearers: Pick<Bearers, 'verifyHandoff'>; strikes: Strikes },
): Promise<void> => {
  if (endpoint.access === 'cookie') return
  if (endpoint.access === 'optional' && request.headers.authorization === undefined) return
  try {
    const claims = await claimsOf(endpoint, request, bearers)
    const { user, expiresAt, isOwnerInDoubt } = await authenticate(claims, { active: !endpoint.background })
    if (isOwnerInDoubt && !isServedInDoubt(endpoint)) throw new Refusal('accountRestricted', { reason: 'ownerInDoubt' })
    request.currentUser = user
    request.bearerExpiresAt = expiresAt
  } catch (error) {
    if (error instanceof Refusal && STRANGERS.has(error.code)) {
      strikes.refuseSpent('badBearer', request.network)
      strikes.add('badBearer', request.network)
    }
    throw error
  }
}
