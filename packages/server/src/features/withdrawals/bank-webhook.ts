import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'

/** What the bank that pays out for us tells about transfers. */
export const bankWebhook = ({ payouts }: Pick<Services, 'payouts'>): Webhook => ({
  path: '/hooks/increase',
  verify: (headers, raw) => payouts.bank.verify(headers, raw),
  jobOf: ({ provider, eventId, objectId, type }) => ({
    task: 'bank-transfer-event.settle',
    payload: { provider, eventId, objectId, type },
  }),
})
