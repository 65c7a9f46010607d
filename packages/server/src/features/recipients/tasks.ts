import { hashToken } from '#platform/crypto/tokens.ts'
import type { Job, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import { lookAtLink } from './bank-link.ts'
import { findLink } from './bank-links-store.ts'
import { withdrawRecipients } from './withdraw-recipients.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** A visit to a bank is over: what came of it is read, before the provider forgets it. */
    'bank-link.look': { object: string }
    /** The owner took the account back: bank accounts that were added before that, an ISO time, leave the list, and visits to a bank end. */
    'recipients.withdraw': { ownerId: string; before: string }
  }
}

/** Whose visits are, by their tokens' hashes: the tokens themselves are kept sealed. */
export const LINKS_OF = 'plaid-link'

/** What a link's token is known by outside the links themselves. */
export const linkObject = (token: string): string => hashToken(token).toString('hex')

/** What follows from news of a visit. */
export const bankLinkJob = (token: string): Job => ({ task: 'bank-link.look', payload: { object: linkObject(token) } })

export const recipientsTasks = (services: Services) =>
  ({
    'bank-link.look': async ({ object }) => {
      const visit = await findByObject(services.db, LINKS_OF, object)
      const link = visit && (await findLink(services.db, services.keys, { ownerId: visit.ownerId, linkId: visit.ref }))
      if (link) await lookAtLink(services, link)
    },
    'recipients.withdraw': (of) => withdrawRecipients(services, of),
  }) satisfies TaskHandlers
