import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'
import { cardEventJob } from './card-event.ts'

/** What the card provider tells us about payments. */
export const cardsWebhook = ({ card }: Pick<Services, 'card'>): Webhook => ({
  path: '/hooks/stripe',
  verify: (headers, raw) => card.verify(headers, raw),
  jobOf: cardEventJob,
})
