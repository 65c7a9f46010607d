/**
 * The addresses to which issuers send browsers back. They are no calls of the contract: a browser comes from another site,
 * by a link or by a form (Apple), and is answered by a redirect.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deviceLane } from '#features/auth/index.ts'
import { recordError } from '#platform/http/error-handler.ts'
import { factsOf } from '#platform/http/facts.ts'
import { networkOf } from '#platform/http/requests.ts'
import { limitsOf } from '#platform/http/throttle.ts'
import type { Services } from '#platform/services.ts'
import type { SocialReturn } from '#providers/oidc/port.ts'
import { finishSocial } from './finish-social.ts'
import { landingOf } from './social-rules.ts'

/** A code is short; what is longer is none. */
const BODY_LIMIT_BYTES = 16_384

const FIELDS = ['code', 'state', 'iss', 'error', 'user'] as const

/** The fields that mean something to us. One that is given twice is none. */
const answerIn = (given: URLSearchParams): SocialReturn => {
  const found = FIELDS.flatMap((field) => {
    const values = given.getAll(field)
    return values.length === 1 ? [[field, values[0] ?? ''] as const] : []
  })
  return Object.fromEntries(found)
}

const queryIn = (url: string): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'))

export const socialReturns =
  (services: Services) =>
  async (app: FastifyInstance): Promise<void> => {
    // A person sees what is answered here: an error, too, leads to a screen of ours.
    const record = recordError(services)
    app.setErrorHandler((error, request, reply) => {
      const outcome = record(error, request).code === 'tooManyRequests' ? 'tooMany' : 'unavailable'
      const landing = landingOf(services.config.publicUrl, outcome)
      return reply.header('cache-control', 'no-store').redirect(landing, 303)
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(String(body)),
    )
    const comeBack = async (request: FastifyRequest, reply: FastifyReply, given: URLSearchParams) => {
      const { provider } = request.params as { provider: string }
      const ctx = { ...services, ...factsOf(request, reply), user: null }
      const landing = await finishSocial(ctx, provider, answerIn(given))
      return reply.header('cache-control', 'no-store').redirect(landing, 303)
    }
    const options = {
      bodyLimit: BODY_LIMIT_BYTES,
      exposeHeadRoute: false,
      config: { rateLimit: limitsOf(services, deviceLane(services), 'signIn') },
      onRequest: async (request: FastifyRequest) => {
        request.network = networkOf(request.ip)
      },
    }
    const path = '/api/auth/social/:provider/callback'
    app.get(path, options, async (request, reply) => comeBack(request, reply, queryIn(request.url)))
    app.post(path, options, async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      return comeBack(request, reply, given)
    })
  }
