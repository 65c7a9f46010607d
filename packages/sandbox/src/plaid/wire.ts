/** Plaid's API as far as the product uses it. What a feature adds to the wire is a `PlaidPart`. */
import type { FastifyInstance } from 'fastify'
import { isRecord, Issue, object, read, text, type Shape } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { fromIssue, plaidErrorBody, PlaidRefusal } from './plaid-error.ts'
import type { Signer } from './signature.ts'

const basePath = '/wire/plaid'

/** One product of Plaid's: what it answers, what it shows and takes by control, what it forgets. */
export type PlaidPart = {
  addWire: (scope: FastifyInstance) => void
  register: (app: FastifyInstance) => void
  reset: () => void
}

/** A body in its shape. Credentials may stand in it, as in the headers; they are checked before. */
export const readBody = <T>(shape: Shape<T>, body: unknown): T => {
  const { client_id: _id, secret: _secret, ...fields } = isRecord(body) ? body : {}
  return read(shape, fields)
}

const keyShape = object({ key_id: text({ max: 200 }) })

const failure = { type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', message: 'an unexpected error occurred' }

export const registerPlaidWire = (
  app: FastifyInstance,
  world: World,
  { signer, parts }: { signer: Signer; parts: readonly PlaidPart[] },
) => {
  const layer = createFaultLayer(world, {
    provider: 'plaid',
    serverError: plaidErrorBody(failure),
    rejection: {
      status: 429,
      body: plaidErrorBody({ type: 'RATE_LIMIT_EXCEEDED', code: 'RATE_LIMIT', message: 'rate limit exceeded' }),
    },
    amountFields: ['amount'],
    statusFields: [],
  })

  const toRefusal = (error: unknown) => {
    if (error instanceof PlaidRefusal) return error
    if (error instanceof Issue) return fromIssue(error)
    const status = isRecord(error) && typeof error['statusCode'] === 'number' ? error['statusCode'] : 500
    if (status < 500)
      return new PlaidRefusal(400, 'INVALID_REQUEST', 'INVALID_BODY', 'body could not be parsed as JSON')
    world.log(`plaid: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`)
    return new PlaidRefusal(500, failure.type, failure.code, failure.message)
  }

  const isKnown = (headers: Record<string, unknown>, body: unknown) => {
    const given = isRecord(body) ? body : {}
    const { plaidClientId, plaidSecret } = world.secrets
    return (
      (headers['plaid-client-id'] ?? given['client_id']) === plaidClientId &&
      (headers['plaid-secret'] ?? given['secret']) === plaidSecret
    )
  }

  void app.register(
    async (scope) => {
      scope.setErrorHandler((error, _request, reply) => {
        const answer = toRefusal(error)
        return reply.code(answer.statusCode).send(plaidErrorBody(answer))
      })
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).send(plaidErrorBody({ type: 'INVALID_REQUEST', code: 'NOT_FOUND', message: 'not found' })),
      )
      scope.addHook('preHandler', async (request) => {
        if (!isKnown(request.headers, request.body))
          throw new PlaidRefusal(400, 'INVALID_INPUT', 'INVALID_API_KEYS', 'invalid client_id or secret provided')
      })
      layer.addFaultsBefore(scope)
      layer.addFaultsAfter(scope)
      scope.post('/webhook_verification_key/get', async (request) => {
        const key = signer.jwkOf(readBody(keyShape, request.body).key_id)
        if (!key)
          throw new PlaidRefusal(400, 'INVALID_INPUT', 'INVALID_WEBHOOK_VERIFICATION_KEY_ID', 'invalid key_id provided')
        return { key, request_id: world.clock.now().getTime().toString(36) }
      })
      for (const part of parts) part.addWire(scope)
    },
    { prefix: basePath },
  )
}
