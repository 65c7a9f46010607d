import type { Endpoint, ErrorCode } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import type { Strikes } from '../rate-limit/strikes.ts'
import type { Bearer, CurrentUser } from './ctx.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
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
export type Authenticate = (token: string, options: { active: boolean }) => Promise<Bearer>

/** The token of an `Authorization` header: `AuthHeaderRequired` without one, `authTokenMissing` when it is empty. */
const bearerOf = (header: string | undefined): string => {
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) throw new Refusal('AuthHeaderRequired')
  const token = header.slice('bearer'.length).trim()
  if (token === '') throw new Refusal('authTokenMissing')
  return token
}

/** What only somebody has who has no business here; that a bearer or a session has ended is everyday. */
const STRANGERS: ReadonlySet<ErrorCode> = new Set([
  'AuthHeaderRequired',
  'authTokenMissing',
  'invalidToken',
  'userIdMissing',
] as const)

/**
 * Sets `request.currentUser` where the endpoint's access asks for it. A network that keeps coming with bearers that are
 * none is told to wait; good ones pass all the same.
 */
export const authenticateRequest = async (
  endpoint: Pick<Endpoint, 'access' | 'background'>,
  request: FastifyRequest,
  { authenticate, strikes }: { authenticate: Authenticate; strikes: Strikes },
): Promise<void> => {
  if (endpoint.access === 'cookie') return
  const header = request.headers.authorization
  if (endpoint.access === 'optional' && header === undefined) return
  try {
    const { user, expiresAt } = await authenticate(bearerOf(header), { active: !endpoint.background })
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
