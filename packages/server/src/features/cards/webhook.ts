import { queueOf } from '#platform/jobs/queue.ts'
import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'

/** What the card provider tells us about payments. */
export const cardsWebhook = ({ card }: Pick<Services, 'card'>): Webhook => ({
  path: '/hooks/stripe',
  verify: (headers, raw) => card.verify(headers, raw),
  jobOf: ({ provider, eventId, objectId, type }) => ({
    task: 'card-event.settle',
    payload: { provider, eventId, objectId, type },
    // What one event of a payment books, the next one has to see.
    queue: queueOf(provider, objectId),
  }),
})
