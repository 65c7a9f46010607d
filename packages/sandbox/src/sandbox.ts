/**
 * The outside world on loopback. One process plays every provider in its own wire format, with its own signatures, so that
 * the product's real adapters and the official SDKs always run. It shares no code with the product: it is a second,
 * independent reading of each interface.
 */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { createAchProvider } from './ach/ach.ts'
import { createCardProvider } from './card/card.ts'
import { registerControl } from './control/routes.ts'
import { createBook } from './core/book.ts'
import { createClock } from './core/clock.ts'
import { createFaults } from './core/faults.ts'
import type { Provider, World } from './core/provider.ts'
import { readSecrets } from './core/secrets.ts'
import type { SandboxSecrets } from './core/secrets.ts'
import { createWebhooks } from './core/webhooks.ts'
import { ControlError, guardHost } from './http/guard.ts'
import { httpListener, listenOnLoopback } from './http/listeners.ts'
import { createInbox } from './inbox/inbox.ts'
import { createMailProvider } from './inbox/routes.ts'
import { createSmtpListener } from './inbox/smtp.ts'
import { createKycProvider } from './kyc/kyc.ts'
import { createOidcProvider } from './oidc/oidc.ts'
import { registerAssets } from './pages/layout.ts'
import { createPlaidProvider } from './plaid/plaid.ts'
import { createPaypalProvider } from './paypal/paypal.ts'
import { createPushProvider } from './push/push.ts'
import { createSmsProvider } from './sms/twilio.ts'

export type SandboxOptions = {
  /** 0 = a free port. */
  port: number
  /** 0 = a free port. */
  smtpPort: number
  /** How browsers reach the sandbox; `http://localhost:<port>` by default. */
  publicUrl?: string | undefined
  /** Where webhooks go: the app's own address on this machine. */
  targetUrl: string
  /** How browsers reach the app, for telling its links from others; `targetUrl` by default. */
  appUrl?: string | undefined
  secrets: SandboxSecrets
  /** Where the app takes payments by Zelle; no other address can be paid at the bank. `pay@puente.test` by default. */
  zelleAddress?: string | undefined
  /** The wall clock in milliseconds since 1970; the real one by default. */
  clock?: (() => number) | undefined
  /** Pauses before repeated webhook attempts; 1, 5 and 25 s by default. */
  webhookRetryMs?: readonly number[] | undefined
  /** One line per thing worth knowing; silent by default. Never a secret, never a body. */
  log?: ((line: string) => void) | undefined
}

export type Sandbox = { port: number; smtpPort: number; url: string; close(): Promise<void> }

const trimmed = (url: string) => url.replace(/\/+$/, '')

const handleErrors = (app: FastifyInstance, log: (line: string) => void) => {
  app.setErrorHandler((error, _request, reply) => {
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
    if (error instanceof ControlError || status < 500) {
      return reply.code(status).send({ error: error instanceof Error ? error.message : 'refused' })
    }
    log(error instanceof Error ? (error.stack ?? error.message) : 'failed')
    return reply.code(500).send({ error: 'the sandbox failed' })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'there is nothing here' }))
}

/** Starts the sandbox on 127.0.0.1 and, where it exists, ::1. @throws when a secret has the wrong form or a port is taken */
export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { webhookRetryMs = [1000, 5000, 25_000], log = () => {}, clock } = options
  const target = trimmed(options.targetUrl)
  const app = trimmed(options.appUrl ?? options.targetUrl)
  // The public address depends on the port, which is known only once it listens.
  const place = { port: options.port, public: '', isUp: false }

  const faults = createFaults()
  const world: World = {
    clock: createClock(clock),
    book: createBook(),
    faults,
    webhooks: createWebhooks({ faults, retryMs: webhookRetryMs, log }),
    inbox: createInbox({ appUrls: () => [app, target] }),
    secrets: readSecrets(options.secrets),
    urls: {
      get public() {
        return place.public
      },
      target,
      app,
    },
    log,
  }
  const hosts = () => [
    ...['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${place.port}`),
    ...(place.public === '' ? [] : [new URL(place.public).host]),
  ]

  const server = Fastify({ logger: false, bodyLimit: 1024 * 1024, routerOptions: { maxParamLength: 300 } })
  handleErrors(server, log)
  guardHost(server, hosts)
  registerAssets(server)
  // A further rail joins by being named here.
  const providers: Provider[] = [
    createMailProvider(world),
    createSmsProvider(world),
    createPushProvider(world),
    createCardProvider(world, hosts),
    createAchProvider(world, hosts),
    createPaypalProvider(world, hosts),
    createKycProvider(world, hosts),
    createOidcProvider(world, hosts),
    createPlaidProvider(world, hosts, options.zelleAddress),
  ]
  for (const provider of providers) provider.register(server)
  registerControl(server, world, providers, () => place.isUp, hosts)
  await server.ready()

  const http = await listenOnLoopback(() => ({ v4: httpListener(server), v6: httpListener(server) }), options.port)
  place.port = http.port
  place.public = trimmed(options.publicUrl ?? `http://localhost:${http.port}`)
  const smtp = await listenOnLoopback(
    () => ({ v4: createSmtpListener(world), v6: createSmtpListener(world) }),
    options.smtpPort,
  ).catch(async (error: unknown) => {
    await http.close()
    throw error
  })
  place.isUp = true
  log(`sandbox at ${place.public}, SMTP at 127.0.0.1:${smtp.port}, webhooks to ${target}`)

  return {
    port: http.port,
    smtpPort: smtp.port,
    url: `http://127.0.0.1:${http.port}`,
    async close() {
      place.isUp = false
      world.clock.reset()
      await world.webhooks.reset()
      await Promise.all([http.close(), smtp.close()])
      await server.close()
    },
  }
}
