/** The frame of PayPal's API: tokens, JSON bodies, repeats, faults, error bodies, and what belongs to events. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRecord, Issue, object, oneOf, read, text, webAddress } from '../core/shape.ts'
import type { Fields, Read } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { parseForm, queryOf } from '../http/form.ts'
import * as z from 'zod'
import type { Certificate } from './certificate.ts'
import { basePath } from './events.ts'
import { createRequestIds } from './idempotency.ts'
import {
  fromIssue,
  invalidRequest,
  missingResource,
  PaypalError,
  paypalErrorBody,
  serverError,
  tooMany,
} from './paypal-error.ts'

const tokenSeconds = 9 * 3600

/** What a handler gets: the checked fields, the ids in the path, and a way to do something once per `PayPal-Request-Id`. */
type Call<F> = {
  fields: F
  id: string
  hasRequestId: boolean
  /** Does it, or under a repeated id tells how it stands. */
  once: (first: () => { again: () => object }) => { status: number; body: object }
}
/** Adds one endpoint below /wire/paypal: its fields come from the body of a POST, from the query of a GET. */
export type Endpoint = <F extends Fields>(
  method: 'GET' | 'POST',
  path: string,
  fields: F,
  handle: (call: Call<Read<F>>) => { status: number; body: object },
) => void

export const ok = (body: object) => ({ status: 200, body })

const verifyShape = object({
  auth_algo: oneOf(['SHA256withRSA']),
  cert_url: webAddress,
  transmission_id: text({ max: 50 }),
  transmission_sig: text({ max: 500 }),
  transmission_time: text({ max: 100 }),
  webhook_id: text({ max: 50 }),
  webhook_event: z.record(z.string(), z.unknown()),
})

/** The event exactly as it stands in the question: PayPal's signature is over its bytes. */
const rawEventOf = (question: string) => {
  const at = question.indexOf('"webhook_event":')
  return question.slice(at + '"webhook_event":'.length, -1)
}

export const registerWire = (
  app: FastifyInstance,
  world: World,
  certificate: Certificate,
  addEndpoints: (endpoint: Endpoint) => void,
) => {
  const requestIds = createRequestIds(world.clock)
  let tokens = new Map<string, number>()
  const layer = createFaultLayer(world, {
    provider: 'paypal',
    serverError: paypalErrorBody(serverError()),
    rejection: { status: 429, body: paypalErrorBody(tooMany()) },
    amountFields: ['value'],
    statusFields: ['status', 'transaction_status', 'batch_status'],
  })
  const { paypalClientId, paypalClientSecret } = world.secrets
  const basic = `Basic ${Buffer.from(`${paypalClientId}:${paypalClientSecret}`).toString('base64')}`

  const toPaypalError = (error: unknown) => {
    if (error instanceof PaypalError) return error
    if (error instanceof Issue) return fromIssue(error)
    if (isRecord(error) && typeof error['statusCode'] === 'number' && error['statusCode'] < 500) return invalidRequest()
    world.log(`paypal: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`)
    return serverError()
  }

  const addErrors = (scope: FastifyInstance) => {
    scope.setErrorHandler((error, _request, reply) => {
      const answer = toPaypalError(error)
      return reply.code(answer.statusCode).send(paypalErrorBody(answer))
    })
    scope.setNotFoundHandler((_request, reply) => reply.code(404).send(paypalErrorBody(missingResource())))
  }

  const registerTokens = (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, raw: string | Buffer) => parseForm(String(raw)),
    )
    layer.addFaultsBefore(scope)
    layer.addFaultsAfter(scope)
    scope.post('/v1/oauth2/token', async (request, reply) => {
      if (request.headers.authorization !== basic) {
        const refused = { error: 'invalid_client', error_description: 'Client Authentication failed' }
        return reply.code(401).send(refused)
      }
      const form = isRecord(request.body) ? request.body : {}
      if (form['grant_type'] !== 'client_credentials') {
        const refused = { error: 'unsupported_grant_type', error_description: 'Grant Type is not supported' }
        return reply.code(400).send(refused)
      }
      const token = `A21AA${randomWord(80)}`
      tokens = new Map([...tokens].filter(([, until]) => until > world.clock.unixSeconds()).slice(-100))
      tokens.set(token, world.clock.unixSeconds() + tokenSeconds)
      return {
        scope: 'https://uri.paypal.com/services/payments/payment',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: tokenSeconds,
        nonce: `${world.clock.now().toISOString()}${randomWord(20)}`,
      }
    })
  }

  const authorize = (request: FastifyRequest) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    const until = token === undefined ? undefined : tokens.get(token)
    if (until === undefined || until <= world.clock.unixSeconds())
      throw new PaypalError(
        401,
        'AUTHENTICATION_FAILURE',
        'Authentication failed due to missing authorization header, or invalid authentication credentials.',
        [{ issue: 'INVALID_TOKEN' }],
      )
  }

  const isSentByUs = (question: string) => {
    const asked = read(verifyShape, jsonOf(question))
    const named = `${basePath}/v1/notifications/certs/${certificate.id()}`
    if (new URL(asked.cert_url).pathname !== named || asked.webhook_id !== world.secrets.paypalWebhookId) return false
    const { transmission_id: id, transmission_time: time, webhook_id: webhookId } = asked
    return certificate.isSigned({ id, time, webhookId, body: rawEventOf(question) }, asked.transmission_sig)
  }

  const registerApi = (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: unknown, raw: string | Buffer) => String(raw),
    )
    scope.addHook('onRequest', async (request) => authorize(request))
    layer.addFaultsBefore(scope)
    layer.addFaultsAfter(scope)

    scope.post('/v1/notifications/verify-webhook-signature', async (request) => ({
      verification_status: isSentByUs(String(request.body)) ? 'SUCCESS' : 'FAILURE',
    }))

    addEndpoints((method, url, fields, handle) => {
      const shape = object(fields)
      scope.route<{ Params: { id?: string } }>({
        method,
        url,
        handler: async (request, reply) => {
          const given: unknown =
            method === 'GET' ? queryOf(request.url) : jsonOf(typeof request.body === 'string' ? request.body : '{}')
          const { 'paypal-request-id': named } = request.headers
          const requestId = typeof named === 'string' ? named : undefined
          const { status, body } = handle({
            fields: read(shape, given) as Read<typeof fields>,
            id: request.params.id ?? '',
            hasRequestId: requestId !== undefined,
            once: (first) => requestIds.once(requestId, `${method} ${request.url}`, first),
          })
          return reply.code(status).send(body)
        },
      })
    })
  }

  void app.register(
    async (scope) => {
      addErrors(scope)
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('paypal-debug-id', randomWord(13).toLowerCase())
      })
      scope.get<{ Params: { id: string } }>('/v1/notifications/certs/:id', async (request, reply) => {
        if (request.params.id !== certificate.id()) throw missingResource()
        return reply.type('text/plain').send(certificate.pem())
      })
      await scope.register(async (inner) => registerTokens(inner))
      await scope.register(async (inner) => registerApi(inner))
    },
    { prefix: basePath },
  )

  return {
    clear: () => {
      requestIds.clear()
      tokens = new Map()
    },
  }
}

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body === '' ? '{}' : body)
  } catch {
    throw new PaypalError(
      400,
      'INVALID_REQUEST',
      'Request is not well-formed, syntactically incorrect, or violates schema.',
      [{ issue: 'MALFORMED_REQUEST_JSON' }],
    )
  }
}
