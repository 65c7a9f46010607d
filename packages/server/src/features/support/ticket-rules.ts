import type { TicketState } from '@puente/contract'
import type { Ticket } from './ticket.ts'

/** By state, where a ticket may go: its writer opens it by writing, we answer, ask or close. */
const TICKET_MOVES: Record<TicketState, readonly TicketState[]> = {
  open: ['open', 'waitingForYou', 'answered', 'closed'],
  waitingForYou: ['open', 'waitingForYou', 'answered', 'closed'],
  answered: ['open', 'waitingForYou', 'answered', 'closed'],
  closed: ['open', 'waitingForYou', 'answered'],
}

export const canMoveTicket = (from: TicketState, to: TicketState): boolean => TICKET_MOVES[from].includes(to)

export const movedTicket = (ticket: Ticket, to: TicketState, at: Date): Ticket => ({
  ...ticket,
  state: to,
  version: ticket.version + 1,
  updatedAt: at,
})

/**
 * Whether a ticket is for the owner of its account to read: not what was written before they took the account back from a stranger who had
 * opened it, unless it is about a problem with a transaction, which stays the account's.
 */
export const isOwners = (
  { createdAt, disputeId }: Pick<Ticket, 'createdAt' | 'disputeId'>,
  reclaimedAt: Date | null,
): boolean => reclaimedAt === null || disputeId !== null || createdAt > reclaimedAt
