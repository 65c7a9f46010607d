import type { ThrottleName } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { THROTTLES } from '../rate-limit/throttles.ts'
import { DEVICE_COOKIE } from './facts.ts'

/**
 * The lane that a device cookie opens, if what it proves still holds, and if it is of this person where one is named; null for
 * any other cookie, and for none.
 */
export type LaneOf = (deviceCookie: string | null, ownerId?: string) => Promise<string | null>

/**
 * Calls by which people prove who they are, or freeze their account and end sessions. A stolen session that spends them must
 * not keep its owner from doing so at home.
 */
const AT_HOME: ReadonlySet<ThrottleName> = new Set<ThrottleName>(['codes', 'factors', 'safety', 'stepUp'])

/**
 * Whose budget a call uses: the user's; for what is done at home that of the user in this one browser, if it has proved their
 * account; to read, the session's, so that a stolen one leaves the screens of the others; without a session that of the
 * browser, if it has proved any account, so that what others of its network spend is not its loss; else the network's. None
 * of them shares a budget with another.
 */
const subjectOf = async (laneOf: LaneOf, name: ThrottleName, request: FastifyRequest): Promise<string> => {
  const cookie = request.cookies[DEVICE_COOKIE] ?? null
  if (!request.currentUser) return (await laneOf(cookie)) ?? request.network
  const { id, sessionId } = request.currentUser
  if (name === 'read') return `${id}:${sessionId}`
  const lane = AT_HOME.has(name) ? await laneOf(cookie, id) : null
  return lane === null ? id : `signed-in:${lane}`
}

/** The budget of a route for @fastify/rate-limit. Finer budgets (failed sign-ins, codes per number) are the verbs' own. */
export const limitsOf = ({ config }: Pick<Services, 'config'>, laneOf: LaneOf, name: ThrottleName) => {
  const { max, windowMs } = THROTTLES[name]
  return {
    max: max * config.throttleFactor,
    timeWindow: windowMs,
    keyGenerator: async (request: FastifyRequest) => `${name}:${await subjectOf(laneOf, name, request)}`,
  }
}
