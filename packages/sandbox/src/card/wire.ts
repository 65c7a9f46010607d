/** The frame of Stripe's API: credentials, version, form bodies, stored answers, faults, expansion and error bodies. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRecord, Issue, list, object, optional, read, text } from '../core/shape.ts'
import type { Fields, Read } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { FormError, parseForm, queryOf } from '../http/form.ts'
import { apiVersion } from './events.ts'
import { createIdempotency } from './idempotency.ts'
import { apiError, fromIssue, invalidRequest, StripeError, stripeErrorBody } from './stripe-error.ts'

/** What a handler gets: the checked fields, the ids in the path, and a way to never answer. */
type Call<F> = { fields: F; id: string; hang: () => void }
/** Adds one endpoint. `expand` is understood everywhere. */
export type Endpoint = <F extends Fields>(
  method: 'GET' | 'POST',
  path: string,
  fields: F,
  handle: (call: Call<Read<F>>) => object,
) => void
/** Finds the object behind an id, for expansion. */
export type Lookup = (id: string) => object | null

const keyOf = (authorization: string | undefined) => {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ')
  if (scheme === 'Bearer') return credentials
  return scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : undefined
}

const withoutSecret = (key: string) => `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`

/** The fields that can be expanded; anything else is refused before the request has an effect. */
const expandable = new Set([
  'data',
  'balance_transaction',
  'charge',
  'customer',
  'failure_balance_transaction',
  'latest_charge',
  'payment_intent',
  'payment_method',
  'source',
])

const isExpandable = (path: string) => path.split('.').every((field) => expandable.has(field))
const expandShape = list(text({ max: 200 }), { max: 20 }).refine((paths) => paths.every(isExpandable), {
  error: ({ input }) => `this property cannot be expanded (${(input as string[]).find((path) => !isExpandable(path))})`,
})

/** Replaces the ids a path leads to by their objects; a path through a list starts with `data`. */
const expandPath = (value: unknown, [field, ...rest]: string[], lookup: Lookup): unknown => {
  if (Array.isArray(value))
    return value.map((item) => expandPath(item, field === undefined ? [] : [field, ...rest], lookup))
  if (field === undefined || value === null) return value
  const target = typeof value === 'string' ? lookup(value) : value
  if (!isRecord(target)) return value
  if (!Object.hasOwn(target, field)) return target
  const child = target[field]
  const expanded = typeof child === 'string' ? (lookup(child) ?? child) : child
  return { ...target, [field]: expandPath(expanded, rest, lookup) }
}

const readForm = (request: FastifyRequest) => (request.method === 'POST' ? (request.body ?? {}) : queryOf(request.url))

/** Adds the API below /v1; `addEndpoints` is called with the way to add each one. */
export const registerWire = (
  app: FastifyInstance,
  world: World,
  lookup: Lookup,
  addEndpoints: (endpoint: Endpoint) => void,
) => {
  const idempotency = createIdempotency(world.clock)
  const layer = createFaultLayer(world, {
    provider: 'card',
    serverError: stripeErrorBody(apiError()),
    rejection: {
      status: 429,
      body: {
        error: {
          code: 'rate_limit',
          message: 'Too many requests hit the API too quickly.',
          type: 'invalid_request_error',
        },
      },
    },
    amountFields: ['amount', 'amount_received', 'amount_total'],
    statusFields: ['status'],
  })

  const authorize = (request: FastifyRequest) => {
    const key = keyOf(request.headers.authorization)
    if (key === undefined || key === '') {
      throw new StripeError(401, 'invalid_request_error', 'You did not provide an API key.')
    }
    if (key !== world.secrets.stripeSecretKey) {
      throw new StripeError(401, 'invalid_request_error', `Invalid API Key provided: ${withoutSecret(key)}`)
    }
    const version = request.headers['stripe-version']
    if (version !== undefined && version !== apiVersion) {
      throw invalidRequest(`Invalid Stripe API version: ${String(version)}. This account uses ${apiVersion}.`)
    }
  }

  const toStripeError = (error: unknown) => {
    if (error instanceof StripeError) return error
    if (error instanceof Issue) return fromIssue(error)
    if (error instanceof FormError)
      return invalidRequest(`Invalid ${error.param}: ${error.message}`, { param: error.param })
    if (isRecord(error) && typeof error['statusCode'] === 'number' && error['statusCode'] < 500) {
      return invalidRequest('Invalid request (check that your POST content type is application/x-www-form-urlencoded).')
    }
    world.log(`card: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`)
    return apiError()
  }

  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: unknown, raw: string | Buffer) => parseForm(String(raw)),
      )
      scope.setErrorHandler((error, _request, reply) => {
        const answer = toStripeError(error)
        return reply.code(answer.statusCode).send(stripeErrorBody(answer))
      })
      scope.setNotFoundHandler((request, reply) => {
        const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`
        return reply.code(404).send(stripeErrorBody(new StripeError(404, 'invalid_request_error', message)))
      })
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers({ 'request-id': `req_${randomWord(14)}`, 'stripe-version': apiVersion })
        const key = request.headers['idempotency-key']
        if (typeof key === 'string') reply.header('idempotency-key', key)
        authorize(request)
      })
      idempotency.addReplay(scope)
      layer.addFaultsBefore(scope)
      idempotency.addStore(scope)
      layer.addFaultsAfter(scope)

      addEndpoints((method, url, fields, handle) => {
        const shape = object({ ...fields, expand: optional(expandShape) })
        scope.route<{ Params: { id?: string } }>({
          method,
          url,
          handler: async (request) => {
            const { expand, ...given } = read(shape, readForm(request)) as { expand?: string[] | undefined }
            const answer = handle({
              fields: given as Read<typeof fields>,
              id: request.params.id ?? '',
              hang: () => layer.hang(request),
            })
            return (expand ?? []).reduce<unknown>(
              (expanded, path) => expandPath(expanded, path.split('.'), lookup),
              answer,
            )
          },
        })
      })
    },
    { prefix: '/v1' },
  )

  return { clear: idempotency.clear }
}
