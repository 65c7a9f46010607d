/**
 * The inbox of providers' events. An event is verified over the raw bytes, kept once, and answered; what it means is found
 * out afterwards by a job that reads the object again. Nothing in its body is ever used for money.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { transaction } from '#platform/db/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { networkOf } from '#platform/http/requests.ts'
import type { Job } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { BadSignature } from '#providers/types.ts'
import type { ProviderEvent, WebhookSource } from '#providers/types.ts'
import { keepEvent } from './inbox-store.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** Together with the growing pauses of the queue about a day and a half: an event may come before our own record. */
const MAX_ATTEMPTS = 20

type Source = { source: WebhookSource; jobOf: (event: ProviderEvent) => Job }

const sourcesOf = ({ card, identityCheck }: Services): Record<string, Source> => ({
  stripe: {
    source: card,
    jobOf: ({ provider, eventId, objectId, type }) => ({
      task: 'card-event.settle',
      payload: { provider, eventId, objectId, type },
      maxAttempts: MAX_ATTEMPTS,
    }),
  },
  onfido: {
    source: identityCheck,
    jobOf: ({ provider, eventId, objectId }) => ({
      task: 'kyc-event.apply',
      payload: { provider, eventId, objectId },
      maxAttempts: MAX_ATTEMPTS,
    }),
  },
})

const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return headers
}

const verify = async ({ strikes }: Services, { source }: Source, request: FastifyRequest) => {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  try {
    return await source.verify(headersOf(request), raw)
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    strikes.add('forgedHook', networkOf(request.ip))
    throw new Refusal('invalidRequest', { reason: 'signature' })
  }
}

/** Keeps the events and the jobs that work them off, all or none; copies of known events change nothing. */
const keep = (services: Services, { jobOf }: Source, events: ProviderEvent[]): Promise<void> =>
  transaction(services.db, 'keep webhook events', async (trx) => {
    for (const event of events)
      if (event.dedupe === 'trigger' || (await keepEvent(trx, event))) await services.jobs.add(trx, jobOf(event))
  })

/** Serves `POST /hooks/{provider}`. */
export const receiveWebhooks =
  (services: Services) =>
  async (app: FastifyInstance): Promise<void> => {
    // The signature is over the bytes as they came: whatever they are called, nothing is parsed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    for (const [provider, source] of Object.entries(sourcesOf(services)))
      app.post(
        `/hooks/${provider}`,
        {
          bodyLimit: BODY_LIMIT_BYTES,
          config: { rateLimit: false },
          // Before anything is read: whoever has forged so many is not worth the look at another.
          onRequest: async (request) => services.strikes.refuseSpent('forgedHook', networkOf(request.ip)),
        },
        async (request, reply) => {
          await keep(services, source, await verify(services, source, request))
          await services.failpoint('webhook.stored')
          return reply.code(200).send({ data: {} })
        },
      )
  }
