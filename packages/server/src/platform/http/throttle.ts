import type { ThrottleName } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import { readDevice } from '../crypto/device-cookie.ts'
import type { Services } from '../services.ts'
import { THROTTLES } from '../rate-limit/throttles.ts'
import { DEVICE_COOKIE } from './facts.ts'

/**
 * Whose budget a call uses: the user's; where nobody is signed in, that of the account this browser proved last, so that
 * what others of its network spend is not its loss; else the network's. A stranger's own device cookies all lead to the
 * stranger's own account, however many they collect.
 */
const subjectOf = ({ keys }: Pick<Services, 'keys'>, request: FastifyRequest): string =>
  request.currentUser?.id ??
  readDevice(keys, request.cookies[DEVICE_COOKIE] ?? null)?.proofs[0]?.ownerId ??
  request.network

/** The budget of a route for @fastify/rate-limit. Finer budgets (failed sign-ins, codes per number) are the verbs' own. */
export const limitsOf = (services: Pick<Services, 'config' | 'keys'>, name: ThrottleName) => {
  const { max, windowMs } = THROTTLES[name]
  return {
    max: max * services.config.throttleFactor,
    timeWindow: windowMs,
    keyGenerator: (request: FastifyRequest) => `${name}:${subjectOf(services, request)}`,
  }
}
