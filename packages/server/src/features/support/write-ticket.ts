/** What writing a ticket comes to, whoever writes: its row, the words, the trail, and the owner's other screens. */
import { createHash } from 'node:crypto'
import { ticketId as wireId, type TicketState, uuidOf } from '@puente/contract'
import { type AuditEntry, audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import type { Ticket, TicketDraft } from './ticket.ts'
import { sendTicketFiles } from './ticket-files-store.ts'
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

/** The bare ids of files that go with a message, each once. */
export const filesOf = ({ files = [] }: { files?: readonly string[] | undefined }): string[] => [
  ...new Set(files.map((id) => uuidOf(id, 'fil') ?? '')),
]

type Words = {
  messageId?: string | undefined
  author: 'owner' | 'support'
  text: string
  files?: readonly string[] | undefined
  at: Date
}

/** A message with its files, or neither: `notFound` for a file that is not the writer's, or was sent before. */
const write = async (
  keys: Writing['keys'],
  trx: Trx,
  ticket: Ticket,
  { files = [], ...words }: Words,
): Promise<void> => {
  const messageId = await insertMessage(trx, keys, ticket, words)
  if (!(await sendTicketFiles(trx, { ownerId: ticket.ownerId, messageId, fileIds: files })))
    throw new Refusal('notFound')
}

/** A new ticket with its first message. */
export const openTicket = async (
  { keys, live }: Writing,
  trx: Trx,
  draft: TicketDraft & { ownerId: string; text: string; files: readonly string[]; hash: string; at: Date },
  trail: Trail,
): Promise<Ticket> => {
  const { ownerId, module, movementId, disputeId, concerns, text, files, hash, at } = draft
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
  await write(keys, trx, ticket, { author: 'owner', text, files, at })
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
  { to, text, ...words }: Omit<Words, 'text'> & { text: string | null; to: TicketState },
  trail: Trail & Pick<AuditEntry, 'action'>,
): Promise<Ticket> => {
  const after = movedTicket(ticket, to, words.at)
  if (text !== null) await write(keys, trx, ticket, { ...words, text })
  await updateTicket(trx, after)
  await audit(trx, { ...trail, object: { type: 'ticket', id: ticket.ticketId }, result: 'done' })
  await live.publish(trx, ticketAnnouncement(after))
  return after
}
