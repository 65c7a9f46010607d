import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { canMoveTicket, isOwners } from './ticket-rules.ts'
import { listOpenTickets, lockTicket } from './tickets-store.ts'
import { writeInTicket } from './write-ticket.ts'

/**
 * Closes, without a word, what was written to us in an account before its owner took it back (`before`, ISO): the stranger who wrote it does not
 * read it there any more, and the owner is not to. Safe to run again.
 */
export const closeTickets = async (
  services: Pick<Services, 'clock' | 'db' | 'keys' | 'live'>,
  { ownerId, before }: { ownerId: string; before: string },
): Promise<void> => {
  for (const ref of await listOpenTickets(services.db, ownerId))
    // oxlint-disable-next-line no-await-in-loop -- one after another: there may be many
    await transaction(services.db, 'close a ticket', async (trx) => {
      const ticket = await lockTicket(trx, ref)
      if (!ticket || isOwners(ticket, new Date(before)) || !canMoveTicket(ticket.state, 'closed')) return
      const words = { author: 'support', text: null, to: 'closed', at: await databaseNow(trx, services.clock) } as const
      const trail = { action: 'ticket.closed', actor: { kind: 'system', id: 'password-reset' } } as const
      await writeInTicket(services, trx, ticket, words, trail)
    })
}
