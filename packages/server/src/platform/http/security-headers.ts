import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** No inline script or style, no foreign host, no frame; payment pages are reached by navigation, not by a form. */
const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['puente-sw'],
  reportUri: ['/csp'],
}

/** What the framework says by itself of an answer. */
const OWN = new Set(['content-type', 'content-length', 'date', 'connection'])

/** The library composes them anew for every answer, and they are always the same: one answer is enough to know them. */
const composed = async (): Promise<Record<string, string>> => {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  })
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (OWN.has(name) ? [] : [[name, String(value)]])),
  )
}

/** Gives every answer its headers, whatever it is; they are answered for what does not pass through the framework. */
export const securityHeaders = async (app: FastifyInstance): Promise<Record<string, string>> => {
  const headers = {
    ...(await composed()),
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  return headers
}
