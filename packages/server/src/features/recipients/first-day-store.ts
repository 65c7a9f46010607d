import type { Trx } from '#platform/db/database.ts'
import type { Recipient } from './recipient.ts'

/**
 * Lets a recipient's first day begin with what has gone to its account already, over another recipient that was it until it was
 * edited. Two accounts of one bank that end in the same four digits count as one here: a day too strict, and none too generous.
 */
export const goOnWithFirstDay = async (
  trx: Trx,
  { ownerId, recipientId, details }: Pick<Recipient, 'ownerId' | 'recipientId' | 'details'>,
  at: Date,
): Promise<void> => {
  const { used } = await trx
    .selectFrom('recipients')
    .innerJoin('recipient_versions as was', (join) =>
      join.onRef('was.owner_id', '=', 'recipients.owner_id').onRef('was.recipient_id', '=', 'recipients.recipient_id'),
    )
    .select((row) => row.fn.max('recipients.cooling_used_cents').as('used'))
    .where('recipients.owner_id', '=', ownerId)
    .where('recipients.cooling_until', '>', at)
    .where('was.routing_number', '=', details.routingNumber)
    .where('was.account_last4', '=', details.accountNumber.slice(-4))
    .executeTakeFirstOrThrow()
  if (used === null) return
  await trx
    .updateTable('recipients')
    .set({ cooling_used_cents: used })
    .where('owner_id', '=', ownerId)
    .where('recipient_id', '=', recipientId)
    .where('cooling_used_cents', '<', used)
    .execute()
}
