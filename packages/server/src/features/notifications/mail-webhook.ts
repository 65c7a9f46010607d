import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'
import { readReturned } from '#providers/mail/delivery-report.ts'

/** Where the mail system hands over what came back: `<ref> <sealed address>` is all that is kept of it. */
export const mailWebhook = ({ config, keys, clock }: Pick<Services, 'clock' | 'config' | 'keys'>): Webhook => ({
  path: '/hooks/mail',
  verify: (headers, raw) => readReturned({ token: config.mail.hookToken, keys, clock }, headers, raw),
  jobOf: ({ objectId }) => {
    const [ref = '', sealed = ''] = objectId.split(' ')
    return { task: 'notices.tell-returned', payload: { ref, sealed } }
  },
})
