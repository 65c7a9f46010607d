/**
 * Binds the contract to the handlers: every entry is registered in one loop, so that an endpoint cannot be reachable
 * without its access check, its budget, its validation on the way in and its validation on the way out.
 *
 * Order of the checks of a call: share of its caller, origin, bearer and whether its account's owner is in doubt, throttle, headers, form, step-up where it is always asked
 * (of money in the ledger's batch instead), stored answer of the key, then the verb. Where a call needs no session the form comes before the throttle: malformed calls cost nothing to send, and must
 * not spend what the people of a network or a browser have for calls that do something.
 */
import { type DownloadOut, type Endpoint, type Endpoints, isSchema } from '@puente/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Services } from '../services.ts'
import { conforming } from './response-validation.ts'
import { type Authenticate, authenticateRequest } from './authenticate.ts'
import type { HandlersFor, MoneyCtx, PublicCtx, UserCtx } from './ctx.ts'
import { keepBodyDeadline, keepDeadline, leftMsOf } from './deadline.ts'
import { holdDownload, sendDownload } from './download.ts'
import { invalid } from './error-handler.ts'
import { factsOf } from './facts.ts'
import { type MoneyHandler, requireKey, withMoney } from './money-call.ts'
import { checkOrigin } from './origin.ts'
import { Refusal } from './refusal.ts'
import { bodyTrouble, hasArrived, networkOf } from './requests.ts'
import { answerStream } from './stream.ts'
import { type EarlyChecked, type StepUpGate, withStepUp } from './step-up.ts'
import { type LaneOf, limitsOf } from './throttle.ts'
import { readUpload } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The input, where the form is checked before the throttle. */
    checkedInput: Record<string, unknown> | null
    /** Its bearer was found good before all of it had come. */
    isHeld: boolean
  }
}

/**
 * What every endpoint is bound with: the process's services, who calls (the person of a bearer, the lane of a device cookie), and
 * how a person proves again that it is them.
 */
export type Binding = { services: Services; authenticate: Authenticate; laneOf: LaneOf; stepUp: StepUpGate }

type AnyVerb = (ctx: PublicCtx | UserCtx | MoneyCtx, input: unknown) => Promise<unknown>
type AnyHandler = AnyVerb | MoneyHandler

/** Bodies of a JSON call: far above the largest form, far below what hurts. */
const JSON_LIMIT_BYTES = 65_536

/** A form of another site can send no JSON: what takes a body takes nothing else. */
const isJson = (type = ''): boolean => /^application\/json\s*(;|$)/i.test(type)

/** How long a file may be on its way, on top of the time for everything else. */
const UPLOAD_MS = 30_000

const parse = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

/** Body, query and path parameters together; nothing a store could choke on gets past here. */
const inputOf = async (endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> => {
  const trouble = bodyTrouble([request.body, request.query, request.params])
  if (trouble) throw new Refusal('invalidRequest', { reason: trouble })
  return {
    ...(endpoint.params ? (parse(endpoint.params, request.params) as object) : {}),
    ...(endpoint.query ? (parse(endpoint.query, request.query) as object) : {}),
    ...(endpoint.body ? (parse(endpoint.body, request.body === undefined ? {} : request.body) as object) : {}),
    ...(endpoint.multipart ? await readUpload(endpoint.multipart, request, parse) : {}),
  }
}

/** Whether the form is checked before the throttle. Uploads are not: reading one is work. */
const isFormFirst = ({ access, body, multipart }: Endpoint): boolean =>
  body !== undefined && multipart === undefined && access !== 'user'

/**
 * Checks the form. A network that keeps sending malformed ones has to wait; its well-formed calls pass all the same.
 */
const checkForm = async (endpoint: Endpoint, { strikes }: Services, request: FastifyRequest): Promise<void> => {
  try {
    request.checkedInput = await inputOf(endpoint, request)
  } catch (error) {
    strikes.refuseSpent('badForm', request.network)
    strikes.add('badForm', request.network)
    throw error
  }
}

const send = (endpoint: Endpoint, output: unknown, reply: FastifyReply): FastifyReply => {
  // Too late: the caller was answered at its deadline.
  if (reply.sent) return reply
  reply.header('cache-control', 'no-store')
  if (isSchema(endpoint.result)) return reply.send({ data: conforming(endpoint.result, output) })
  if (endpoint.result.kind === 'download') return sendDownload(reply, output as DownloadOut)
  const { bytes, contentType } = output as { bytes: Uint8Array; contentType: string }
  return reply
    .header('content-type', contentType)
    .header('content-disposition', 'inline; filename="file"')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(bytes))
}

const isDownload = ({ result }: Endpoint): boolean => !isSchema(result) && result.kind === 'download'

type Bound = { key: string; endpoint: Endpoint; handler: AnyHandler }

const handle = async (
  { key: operation, endpoint, handler }: Bound,
  { services, authenticate, stepUp }: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const key = endpoint.idempotent ? requireKey(request.headers['idempotency-key']) : null
  const input = request.checkedInput ?? (await inputOf(endpoint, request))
  if (request.isHeld) await authenticateRequest(endpoint, request, { authenticate, ...services })
  const { currentUser, bearerExpiresAt } = request
  if (isDownload(endpoint) && currentUser) holdDownload(reply, currentUser.id)
  const base = { ...services, ...factsOf(request, reply) }
  const run = async (ctx: UserCtx | PublicCtx): Promise<unknown> =>
    ctx.user && key !== null
      ? withMoney({ endpoint, key, leftMs: () => leftMsOf(reply) }, ctx as UserCtx, input, handler)
      : (handler as AnyVerb)(ctx, input)
  const output =
    currentUser && bearerExpiresAt
      ? await withStepUp(
          { operation, endpoint, gate: stepUp, beforeProof: (handler as EarlyChecked).beforeProof },
          { ...base, user: currentUser, bearerExpiresAt },
          input,
          run,
        )
      : await run({ ...base, user: null })
  return send(endpoint, output, reply)
}

/** Fastify's form of a contract path: `/files/{id}` becomes `/api/files/:id`. */
const urlOf = (endpoint: Endpoint): string => `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** One entry with its checks; without a handler it is a stream, which the binder answers itself. */
export const bindEndpoint = (
  app: FastifyInstance,
  { key, endpoint, handler }: { key: string; endpoint: Endpoint; handler: AnyHandler | null },
  binding: Binding,
): void => {
  const { services, authenticate, laneOf } = binding
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    exposeHeadRoute: false,
    bodyLimit: endpoint.bodyMaxBytes ?? JSON_LIMIT_BYTES,
    config: {
      endpointKey: key,
      isMoney: endpoint.idempotent,
      rateLimit: {
        ...limitsOf(services, laneOf, endpoint.throttle),
        ...(isFormFirst(endpoint) && { hook: 'preHandler' }),
      },
    },
    onRequest: async (request, reply) => {
      keepDeadline(reply, services.config.requestDeadlineMs + (endpoint.multipart ? UPLOAD_MS : 0))
      request.network = networkOf(request.ip)
      if (endpoint.body) keepBodyDeadline(request, reply, services.config.requestBodyMs)
      checkOrigin(services.config, request)
      if (endpoint.access === 'public') return
      await authenticateRequest(endpoint, request, { authenticate, ...services })
      request.isHeld = !hasArrived(request.raw)
    },
    // Headers are looked at before anything of the body is read. What may be said in the query needs no body.
    preParsing: async (request) => {
      const type = request.headers['content-type']
      const isBare = endpoint.query !== undefined && type === undefined
      if (endpoint.body && !isBare && !isJson(type)) throw new Refusal('missingHeader', { header: 'Content-Type' })
      if (endpoint.idempotent) requireKey(request.headers['idempotency-key'])
    },
    ...(isFormFirst(endpoint) && {
      preValidation: async (request: FastifyRequest) => checkForm(endpoint, services, request),
    }),
    handler: async (request, reply) =>
      handler ? handle({ key, endpoint, handler }, binding, request, reply) : answerStream(services, request, reply),
  })
}

/** Registers all endpoints of one audience below `/api`. */
export const bindContract = <Table extends Endpoints>(
  app: FastifyInstance,
  table: Table,
  handlers: HandlersFor<Table>,
  binding: Binding,
): void => {
  const byKey = handlers as unknown as Record<string, AnyHandler>
  for (const [key, endpoint] of Object.entries<Endpoint>(table)) {
    const handler = byKey[key] ?? null
    const isStream = !isSchema(endpoint.result) && endpoint.result.kind === 'stream'
    if (!handler && !isStream) throw new Error(`the endpoint ${key} has no handler`)
    bindEndpoint(app, { key, endpoint, handler: isStream ? null : handler }, binding)
  }
}
