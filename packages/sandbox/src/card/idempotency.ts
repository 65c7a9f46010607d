/**
 * Idempotency keys as Stripe keeps them: the first answer under a key, a 500 included, is the answer to every repeat for
 * 24 hours; the same key with another request is refused. Requests that fail validation leave the key unused.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBoundedMap } from '../core/bounded.ts'
import type { SandboxClock } from '../core/clock.ts'
import { StripeError } from './stripe-error.ts'

const lifetimeSeconds = 24 * 3600
const maxKeyLength = 255
// Refusals that come before the request is carried out.
const unstored = new Set([400, 401, 404, 409, 429])

type Stored = { fingerprint: string; answer: { status: number; payload: string } | null; created: number }

/** The request under its key: equal bodies in another order of fields are the same request. */
const fingerprintOf = (request: FastifyRequest) =>
  `${request.method} ${request.url} ${JSON.stringify(request.body ?? null, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )}`

export const createIdempotency = (clock: SandboxClock) => {
  const answers = createBoundedMap<Stored>()
  const claims = new WeakMap<FastifyRequest, string>()

  const keyOf = (request: FastifyRequest) => {
    const key = request.headers['idempotency-key']
    return request.method === 'POST' && typeof key === 'string' ? key : null
  }

  return {
    clear: answers.clear,
    /** Answers repeats. Add it after authentication and before anything that has an effect. */
    addReplay(scope: FastifyInstance) {
      scope.addHook('preHandler', async (request, reply) => {
        const key = keyOf(request)
        if (key === null) return
        if (key.length > maxKeyLength) {
          throw new StripeError(
            400,
            'invalid_request_error',
            `Idempotency key is too long: it must be at most ${maxKeyLength} characters.`,
          )
        }
        const fingerprint = fingerprintOf(request)
        const stored = answers.get(key)
        if (!stored || clock.unixSeconds() - stored.created >= lifetimeSeconds) {
          answers.set(key, { fingerprint, answer: null, created: clock.unixSeconds() })
          claims.set(request, key)
          return
        }
        if (stored.fingerprint !== fingerprint) {
          throw new StripeError(
            400,
            'idempotency_error',
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          )
        }
        if (!stored.answer) {
          throw new StripeError(
            409,
            'idempotency_error',
            'There is currently another in-progress request using this Idempotent Key.',
            {
              code: 'idempotency_key_in_use',
            },
          )
        }
        return reply
          .code(stored.answer.status)
          .header('idempotent-replayed', 'true')
          .type('application/json')
          .send(stored.answer.payload)
      })
    },
    /** Keeps answers. Add it between the two halves of the fault layer. */
    addStore(scope: FastifyInstance) {
      scope.addHook('onSend', async (request, reply, payload) => {
        const key = claims.get(request)
        const stored = key === undefined ? undefined : answers.get(key)
        if (key === undefined || !stored || typeof payload !== 'string') return payload
        if (unstored.has(reply.statusCode)) answers.delete(key)
        else stored.answer = { status: reply.statusCode, payload }
        return payload
      })
    },
  }
}
