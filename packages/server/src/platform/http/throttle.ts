import type { ThrottleName } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { THROTTLES } from '../rate-limit/throttles.ts'

/**
 * The budget of a route for @fastify/rate-limit: counted per user where there is one, else per network. Finer budgets
 * (failed sign-ins, codes per number) are the verbs' own.
 */
export const limitsOf = (services: Pick<Services, 'config'>, name: ThrottleName) => {
  const { max, windowMs } = THROTTLES[name]
  return {
    max: max * services.config.throttleFactor,
    timeWindow: windowMs,
    keyGenerator: (request: FastifyRequest) => `${name}:${request.currentUser?.id ?? request.network}`,
  }
}
