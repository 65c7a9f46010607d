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

/** A provider's events, as the slice that they concern takes them. */
export type Webhook = {
  /** As configured at the provider. */
  path: `/hooks/${string}`
  /** The events of a body as it arrived. Throws `BadSignature` unless the provider signed exactly these bytes. */
  verify: WebhookSource['verify']
  /** What finds out what the event means. */
  jobOf: (event: ProviderEvent) => Job
}

const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return headers
}

const verify = async ({ strikes }: Services, webhook: Webhook, request: FastifyRequest) => {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  try {
    return await webhook.verify(headersOf(request), raw)
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    strikes.add('forgedHook', networkOf(request.ip))
    throw new Refusal('invalidRequest', { reason: 'signature' })
  }
}

/** Keeps the events and the jobs that work them off, all or none; copies of known events change nothing. */
const keep = (services: Services, { jobOf }: Webhook, events: ProviderEvent[]): Promise<void> =>
  transaction(services.db, 'keep webhook events', async (trx) => {
    for (const event of events)
      if (event.dedupe === 'trigger' || (await keepEvent(trx, event)))
        await services.jobs.add(trx, { ...jobOf(event), maxAttempts: MAX_ATTEMPTS })
  })

/** Serves these webhooks, each by POST. */
export const receiveWebhooks =
  (services: Services, webhooks: readonly Webhook[]) =>
  async (app: FastifyInstance): Promise<void> => {
    // The signature is over the bytes as they came: whatever they are called, nothing is parsed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    for (const webhook of webhooks)
      app.post(
        webhook.path,
        {
          bodyLimit: BODY_LIMIT_BYTES,
          config: { rateLimit: false },
          // Before anything is read: a network that has forged so many is not worth another signature check.
          onRequest: async (request) => services.strikes.refuseSpent('forgedHook', networkOf(request.ip)),
        },
        async (request, reply) => {
          await keep(services, webhook, await verify(services, webhook, request))
          await services.failpoint('webhook.stored')
          return reply.code(200).send({ data: {} })
        },
      )
  }
