/** Plaid tells everything at one address. Each slice takes the kinds of event that are its own; others are let go. */
import { bankLinkJob } from '#features/recipients/index.ts'
import type { Job } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { Webhook } from '#platform/webhooks/receive.ts'
import type { ProviderEvent } from '#providers/types.ts'

/** By `<webhook_type>.<webhook_code>`. */
const JOBS: Record<string, (event: ProviderEvent) => Job> = {
  'TRANSACTIONS.SYNC_UPDATES_AVAILABLE': () => ({ task: 'zelle.poll', payload: {}, key: 'zelle.poll:told' }),
  'LINK.SESSION_FINISHED': ({ objectId }) => bankLinkJob(objectId),
}

export const plaidWebhook = ({ plaid }: Pick<Services, 'plaid'>): Webhook => ({
  path: '/hooks/plaid',
  verify: async (headers, raw) => (await plaid.verify(headers, raw)).filter(({ type }) => type in JOBS),
  jobOf: (event) => {
    const jobOf = JOBS[event.type]
    if (!jobOf) throw new Error('an event of Plaid that is nobody’s')
    return jobOf(event)
  },
})
