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
