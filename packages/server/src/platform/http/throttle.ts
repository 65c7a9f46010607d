import type { ThrottleName } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { THROTTLES } from '../rate-limit/throttles.ts'
import { DEVICE_COOKIE } from './facts.ts'

/** The lane that a device cookie opens, if what it proves still holds; null for any other cookie, and for none. */
export type LaneOf = (deviceCookie: string | null) => Promise<string | null>

/**
 * Whose budget a call uses: the user's; without a session that of this one browser, if it has proved an account, so that
 * what others of its network spend is not its loss; else the network's. The three never share a budget.
 */
const subjectOf = async (laneOf: LaneOf, request: FastifyRequest): Promise<string> =>
  request.currentUser?.id ?? (await laneOf(request.cookies[DEVICE_COOKIE] ?? null)) ?? request.network

/** The budget of a route for @fastify/rate-limit. Finer budgets (failed sign-ins, codes per number) are the verbs' own. */
export const limitsOf = ({ config }: Pick<Services, 'config'>, laneOf: LaneOf, name: ThrottleName) => {
  const { max, windowMs } = THROTTLES[name]
  return {
    max: max * config.throttleFactor,
    timeWindow: windowMs,
    keyGenerator: async (request: FastifyRequest) => `${name}:${await subjectOf(laneOf, request)}`,
  }
}
