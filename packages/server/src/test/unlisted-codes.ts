/** Every answer of a test's server is held against the contract: a refusal has a code that its endpoint lists. */
import * as contract from '@puente/contract'
import type { FastifyInstance } from 'fastify'

const { appEndpoints, endpointOf, refusalsOf } = contract

const isAppKey = (key: string | undefined): key is contract.EndpointKey =>
  key !== undefined && Object.hasOwn(appEndpoints, key)

/** The contract's file of an endpoint is named as its export. */
const fileOf = (key: contract.EndpointKey): string => {
  const [feature = 'index'] =
    Object.entries(contract as Record<string, unknown>).find(
      ([name, table]) =>
        name !== 'appEndpoints' && typeof table === 'object' && table !== null && Object.hasOwn(table, key),
    ) ?? []
  return `packages/contract/src/app/${feature}.ts`
}

const troubleOf = (key: contract.EndpointKey, code: contract.ErrorCode): string =>
  `${key} refused with "${code}", which its entry in the contract does not list: add it to \`refuses\` of ${key} in ` +
  `${fileOf(key)}, then run \`npm run generate -w @puente/contract\``

/**
 * Watches what the server answers, also where a test calls it by other means than ours. The function it returns throws
 * once for the refusals seen since the last time whose code is not listed.
 */
export const watchCodes = (app: FastifyInstance): (() => void) => {
  const troubles = new Set<string>()
  app.addHook('preSerialization', async (request, _reply, payload: unknown) => {
    const { endpointKey } = request.routeOptions.config
    const { code } = payload as { code?: contract.ErrorCode }
    if (isAppKey(endpointKey) && code !== undefined && !refusalsOf(endpointOf(endpointKey)).includes(code))
      troubles.add(troubleOf(endpointKey, code))
    return payload
  })
  return () => {
    const found = [...troubles]
    troubles.clear()
    if (found.length > 0) throw new Error(found.join('\n'))
  }
}
