import {
  disputeId as wireDispute,
  fileId as wireFile,
  ticketId as wireId,
  transactionId,
  type Ticket as TicketOut,
  type TicketWithMessages,
} from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import type { Message, Ticket } from './ticket.ts'
import { listFilesOfMessages } from './ticket-files-store.ts'
import { type FieldKeys, listFirstMessages, listMessages } from './tickets-store.ts'

const EXCERPT_LENGTH = 140

/** The first line, cut at a whole character. */
const excerptOf = (text: string): string => {
  const characters = Array.from(text.split('\n')[0] ?? '')
  return characters.length <= EXCERPT_LENGTH
    ? characters.join('')
    : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
}

const rowOf = (ticket: Ticket, first: Message | undefined): TicketOut => ({
  id: wireId(ticket.ticketId),
  module: ticket.module,
  state: ticket.state,
  transactionId: ticket.movementId === null ? null : transactionId(ticket.movementId),
  disputeId: ticket.disputeId === null ? null : wireDispute(ticket.disputeId),
  concerns: ticket.concerns,
  excerpt: excerptOf(first?.text ?? ''),
  date: ticket.createdAt.toISOString(),
  updatedAt: ticket.updatedAt.toISOString(),
  version: ticket.version,
})

/** Tickets of one person as they read them in a list. */
export const ticketsOut = async (
  { db, keys }: { db: Db; keys: FieldKeys },
  ownerId: string,
  tickets: readonly Ticket[],
): Promise<TicketOut[]> => {
  const firsts = await listFirstMessages(
    db,
    keys,
    ownerId,
    tickets.map(({ ticketId }) => ticketId),
  )
  return tickets.map((ticket) => rowOf(ticket, firsts.get(ticket.ticketId)))
}

/** One with all that was written in it. */
export const threadOut = async (
  { db, keys }: { db: Db; keys: FieldKeys },
  ticket: Ticket,
): Promise<TicketWithMessages> => {
  const messages = await listMessages(db, keys, ticket)
  const files = Map.groupBy(
    await listFilesOfMessages(
      db,
      ticket.ownerId,
      messages.map(({ messageId }) => messageId),
    ),
    ({ messageId }) => messageId,
  )
  return {
    ...rowOf(ticket, messages[0]),
    messages: messages.map(({ messageId, author, text, at }) => ({
      id: messageId,
      from: author === 'owner' ? 'you' : 'support',
      text,
      files: (files.get(messageId) ?? []).map(({ fileId, contentType, sizeBytes }) => ({
        id: wireFile(fileId),
        contentType,
        size: sizeBytes,
      })),
      at: at.toISOString(),
    })),
  }
}
