import { audit } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { leaveLinks } from './bank-links-store.ts'
import { deleteRecipientRowsBefore } from './recipients-store.ts'

/**
 * Takes off the list what was on it when the owner took the account back (`before`, ISO), and ends visits to a bank that were begun until
 * then: what comes of them belongs to no one. Safe to run again.
 */
export const withdrawRecipients = (
  services: Pick<Services, 'clock' | 'db' | 'live'>,
  { ownerId, before }: { ownerId: string; before: string },
): Promise<void> =>
  transaction(services.db, 'withdraw recipients', async (trx) => {
    const at = await databaseNow(trx, services.clock)
    const since = new Date(before)
    await leaveLinks(trx, ownerId, since, at)
    for (const id of await deleteRecipientRowsBefore(trx, ownerId, since, at))
      await audit(trx, {
        actor: { kind: 'system', id: 'password-reset' },
        action: 'recipient.deleted',
        object: { type: 'recipient', id },
        result: 'done',
      })
    await services.live.publish(trx, { ownerId, event: 'me', data: { fields: ['recipients'] } })
  })
