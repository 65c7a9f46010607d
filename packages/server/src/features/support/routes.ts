import type { Handlers } from '#platform/http/ctx.ts'
import { attachFile } from './attach-file.ts'
import { createDispute } from './create-dispute.ts'
import { createTicket } from './create-ticket.ts'
import { getDispute } from './get-dispute.ts'
import { getTicket } from './get-ticket.ts'
import { listDisputes } from './list-disputes.ts'
import { listTickets } from './list-tickets.ts'
import { readTicketFile } from './read-ticket-file.ts'
import { replyTicket } from './reply-ticket.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

export const supportRoutes = {
  createTicket,
  listTickets,
  getTicket,
  replyTicket,
  attachFile,
  readTicketFile,
  createDispute,
  listDisputes,
  getDispute,
  withdrawDispute,
} satisfies Partial<Handlers>
