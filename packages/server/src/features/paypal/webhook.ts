import { queueOf } from '#platform/jobs/queue.ts'
import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'

/** What PayPal tells us, of orders and of payouts. */
export const paypalWebhook = ({ paypal }: Pick<Services, 'paypal'>): Webhook => ({
  path: '/hooks/paypal',
  verify: (headers, raw) => paypal.events.verify(headers, raw),
  jobOf: ({ provider, eventId, objectId, type }) => ({
    task: type.startsWith('PAYMENT.PAYOUTS') ? 'paypal-payout-event.settle' : 'paypal-event.settle',
    payload: { provider, eventId, objectId, type },
    // What one event of a payment books, the next one has to see.
    queue: queueOf(provider, objectId),
  }),
})
