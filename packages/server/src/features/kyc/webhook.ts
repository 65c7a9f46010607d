import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'

/** What the reviewer of identities tells us about checks. */
export const kycWebhook = ({ identityCheck }: Pick<Services, 'identityCheck'>): Webhook => ({
  path: '/hooks/onfido',
  verify: (headers, raw) => identityCheck.verify(headers, raw),
  jobOf: ({ provider, eventId, objectId }) => ({
    task: 'kyc-event.apply',
    payload: { provider, eventId, objectId },
  }),
})
