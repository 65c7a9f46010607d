import helmet from '@fastify/helmet'
import Fastify from 'fastify'

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

/** The headers that the framework sets on its own. */
const OWN = new Set(['content-type', 'content-length', 'date', 'connection'])

/** The library composes them for every answer although they never change, so they are read off one answer. */
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

/** The headers of every answer, whichever part of the server gives it. */
export const securityHeaders = async (): Promise<Record<string, string>> => ({
  ...(await composed()),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
})
