/** What writing a ticket comes to, whoever writes: its row, the words, the trail, and the owner's other screens. */
import { createHash } from 'node:crypto'
import { ticketId as wireId, type TicketState } from '@puente/contract'
import { type AuditEntry, audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Services } from '#platform/services.ts'
import type { Ticket, TicketDraft } from './ticket.ts'
import { movedTicket } from './ticket-rules.ts'
import { insertMessage, insertTicket, updateTicket } from './tickets-store.ts'

type Writing = Pick<Services, 'keys' | 'live'>

/** Of everything that is asked, with whose it is, so that the same again is found. */
export const askedHash = (ownerId: string, ...told: (string | number | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, ...told]))
    .digest('hex')

const ticketAnnouncement = ({ ownerId, ticketId, version }: Ticket) =>
  ({ ownerId, event: 'ticket', data: { id: wireId(ticketId), version } }) as const

type Trail = Pick<AuditEntry, 'actor' | 'network' | 'requestId' | 'details'>

/** Whose act it is, when a person writes. */
export const auditOfWriter = ({ user, network, requestId }: Pick<UserCtx, 'user' | 'network' | 'requestId'>) =>
  ({ actor: { kind: 'user', id: user.id, sessionId: user.sessionId }, network, requestId }) as const

/** A new ticket with its first message. */
export const openTicket = async (
  { keys, live }: Writing,
  trx: Trx,
  draft: TicketDraft & { ownerId: string; text: string; hash: string; at: Date },
  trail: Trail,
): Promise<Ticket> => {
  const { ownerId, module, movementId, disputeId, concerns, text, hash, at } = draft
  const ticket: Ticket = {
    ownerId,
    ticketId: newId(),
    module,
    movementId,
    disputeId,
    concerns,
    state: 'open',
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
  await insertTicket(trx, ticket, hash)
  await insertMessage(trx, keys, ticket, { author: 'owner', text, at })
  await audit(trx, {
    ...trail,
    action: 'ticket.opened',
    object: { type: 'ticket', id: ticket.ticketId },
    result: 'done',
  })
  await live.publish(trx, ticketAnnouncement(ticket))
  return ticket
}

/** Words in a ticket that is locked, and where it goes with them; without words it only goes there. */
export const writeInTicket = async (
  { keys, live }: Writing,
  trx: Trx,
  ticket: Ticket,
  { author, text, to, at }: { author: 'owner' | 'support'; text: string | null; to: TicketState; at: Date },
  trail: Trail & Pick<AuditEntry, 'action'>,
): Promise<Ticket> => {
  const after = movedTicket(ticket, to, at)
  if (text !== null) await insertMessage(trx, keys, ticket, { author, text, at })
  await updateTicket(trx, after)
  await audit(trx, { ...trail, object: { type: 'ticket', id: ticket.ticketId }, result: 'done' })
  await live.publish(trx, ticketAnnouncement(after))
  return after
}
