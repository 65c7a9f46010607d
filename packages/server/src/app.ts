/** Builds the HTTP application around given services; `main.ts` listens with it, tests inject into it. */
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { appEndpoints } from '@puente/contract'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { authenticate } from '#features/sessions/index.ts'
import { deviceLane } from '#features/auth/index.ts'
import { stepUpGate } from '#features/factors/index.ts'
import { cardsWebhook } from '#features/cards/index.ts'
import { paypalWebhook } from '#features/paypal/index.ts'
import { kycWebhook } from '#features/kyc/index.ts'
import { mailWebhook, unsubscribeRoute } from '#features/notifications/index.ts'
import { socialReturns } from '#features/social/index.ts'
import { bindContract } from '#platform/http/bind.ts'
import { boundConnections } from '#platform/http/bound-connections.ts'
import { answerBrokenRequest, answerExpectations, refuseOddRequests } from '#platform/http/broken-request.ts'
import { errorAnswers } from '#platform/http/error-handler.ts'
import { createGate, mountGate } from '#platform/http/gate.ts'
import { type LoopDelay, measureLoopDelay } from '#platform/http/loop-delay.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { cspReports } from '#platform/http/reports.ts'
import { fastifyLog } from '#platform/log.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { serveWeb } from '#platform/http/web.ts'
import { mountShares } from '#platform/http/share.ts'
import type { Services } from '#platform/services.ts'
import { bankWebhook } from '#features/withdrawals/index.ts'
import { receiveWebhooks } from '#platform/webhooks/receive.ts'
import { handlers } from './handlers.ts'
import { plaidWebhook } from './plaid-webhook.ts'

/** A body that takes longer than this is cut off; one check interval on top. */
const REQUEST_TIMEOUT_MS = 15_000
const HEADERS_TIMEOUT_MS = 8_000

const plugins = async (app: FastifyInstance, services: Services): Promise<void> => {
  await app.register(cookie)
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  })
  await app.register(multipart)
  await app.register(rateLimit, {
    global: false,
    // After the binder's own: by then it is known who calls, and nothing else has been looked at.
    hook: 'onRequest',
    store: services.budgets.store,
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': false,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('tooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
}

export type AppOptions = {
  /** Folder of the built web application; without it only the API is served. */
  webDir?: string
  /** How late the event loop runs; measured, unless a test says it. */
  loopDelayMs?: LoopDelay
}

export const buildApp = async (services: Services, options: AppOptions = {}): Promise<FastifyInstance> => {
  const answerError = errorAnswers(services)
  const headers = await securityHeaders()
  const app = Fastify({
    loggerInstance: fastifyLog(services.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // A request without a host is refused by us, in our words and under our headers.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 500, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerBrokenRequest({ metrics: services.metrics, headers }, error, socket),
    // No hook has run by then.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(headers)),
    forceCloseConnections: 'idle',
  })
  // JSON and forms are all we speak.
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('network', '')
  app.decorateRequest('currentUser', null)
  app.decorateRequest('bearerExpiresAt', null)
  app.decorateRequest('checkedInput', null)
  app.decorateRequest('isHeld', false)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (_request, reply) => {
    // The product's time, which `npm run clock` can put ahead of the machine's: pages go by it.
    void reply.headers(headers).header('date', services.clock.now().toUTCString())
  })
  app.addHook('onRequest', refuseOddRequests)
  mountShares(app, { verify: services.bearers.verify, factor: services.config.throttleFactor })
  await plugins(app, services)
  services.metrics.observe(app)
  bindContract(app, appEndpoints, handlers, {
    services,
    authenticate: authenticate(services),
    laneOf: deviceLane(services),
    stepUp: stepUpGate,
  })
  await app.register(
    receiveWebhooks(services, [
      cardsWebhook(services),
      paypalWebhook(services),
      kycWebhook(services),
      bankWebhook(services),
      plaidWebhook(services),
      mailWebhook(services),
    ]),
  )
  await app.register(unsubscribeRoute(services))
  await app.register(socialReturns(services))
  await app.register((reports) => cspReports(reports, services.log))
  app.get('/health', { config: { rateLimit: false } }, async () => ({ data: { ok: true } }))
  app.setNotFoundHandler(() => {
    throw new Refusal('notFound')
  })
  if (options.webDir) await app.register(serveWeb(options.webDir))
  answerExpectations(app.server)
  const delay = measureLoopDelay()
  app.addHook('onClose', async () => delay.stop())
  const loopDelayMs = options.loopDelayMs ?? delay.read
  mountGate(app.server, createGate({ endpoints: appEndpoints, metrics: services.metrics, loopDelayMs, headers }))
  boundConnections(app.server)
  return app
}
