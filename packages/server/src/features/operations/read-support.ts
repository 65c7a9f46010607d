/**
 * What operators read of tickets and disputes. The queues say who waits and by when, and no word of what was written; whoever reads
 * that finds a line in the owner's access log and in the audit trail, written before anything is shown.
 */
import { recordAccess } from '#features/accounts/index.ts'
import {
  deadlineOf,
  findDisputeById,
  findTicketById,
  findTicketFileById,
  findTicketOfMessage,
  listFilesOfMessages,
  listMessages,
  listOpenDisputes,
  listWaitingTickets,
  openTicketFile,
  type Ticket,
} from '#features/support/index.ts'
import { ticketId as wireTicket } from '@puente/contract'
import { audit, type AuditEntry } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Blobs } from '#providers/files/port.ts'
import { findHandles } from './handles-store.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const MOST = 200

/** Tickets that wait for us, the longest first. */
export const readTicketQueue = async ({ db }: OperatorContext) => {
  const tickets = await listWaitingTickets(db, MOST)
  const handles = await findHandles(
    db,
    tickets.map(({ ownerId }) => ownerId),
  )
  return tickets.map((ticket) => ({ ...ticket, handle: handles.get(ticket.ownerId) ?? ticket.ownerId }))
}

/** Disputes that are not decided, with the day by whose end something is due, the next first. */
export const readDisputeQueue = async ({ db }: OperatorContext) => {
  const disputes = await listOpenDisputes(db, MOST)
  const handles = await findHandles(
    db,
    disputes.map(({ ownerId }) => ownerId),
  )
  return disputes.map((dispute) => ({
    ...dispute,
    due: deadlineOf(dispute),
    handle: handles.get(dispute.ownerId) ?? dispute.ownerId,
  }))
}

type Read = { operator: string; reason: string; ticket: Pick<Ticket, 'ownerId' | 'ticketId'> }

/** Written before anything is shown. */
const noteReading = async (
  { db }: OperatorContext,
  { operator, reason, ticket: { ownerId, ticketId } }: Read,
  { action, object }: Pick<AuditEntry, 'action' | 'object'>,
): Promise<void> => {
  const at = await databaseNow(db, systemClock)
  const reference = wireTicket(ticketId)
  await transaction(db, 'note a reading', async (trx) => {
    const details = { ownerId, reason }
    await audit(trx, { actor: { kind: 'operator', id: operator }, action, object, result: 'done', details })
    await recordAccess(trx, { ownerId, role: 'support', what: 'supportTicket', why: 'support', reference, at })
  })
}

/** One ticket with its messages and what files came with them; of a dispute its ticket. `id` is a bare uuid of either. */
export const readTicketCase = async (
  ctx: OperatorContext & { keys: Pick<Keys, 'sealing'> },
  credentials: OperatorCredentials,
  { id, reason }: { id: string; reason: string },
) => {
  const operator = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed')
  const dispute = await findDisputeById(ctx.db, id)
  const ticket = await findTicketById(ctx.db, dispute?.ticketId ?? id)
  if (!ticket) throw new OperatorRefused('There is no such ticket')
  const object = { type: 'ticket', id: ticket.ticketId }
  await noteReading(ctx, { operator, reason, ticket }, { action: 'ticket.read', object })
  const messages = await listMessages(ctx.db, ctx.keys, ticket)
  const ids = messages.map(({ messageId }) => messageId)
  return { ticket, messages, files: await listFilesOfMessages(ctx.db, ticket.ownerId, ids) }
}

/** One file that a person sent, opened. `id` is its bare uuid. */
export const readTicketFile = async (
  ctx: OperatorContext & { keys: Keys; blobs: Blobs },
  credentials: OperatorCredentials,
  { id, reason }: { id: string; reason: string },
): Promise<{ bytes: Buffer; contentType: string }> => {
  const operator = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed')
  const file = await findTicketFileById(ctx.db, id)
  const ticket = file && (await findTicketOfMessage(ctx.db, file.ownerId, file.messageId ?? ''))
  if (!ticket) throw new OperatorRefused('There is no such file')
  await noteReading(ctx, { operator, reason, ticket }, { action: 'file.read', object: { type: 'file', id } })
  return { bytes: await openTicketFile(ctx, file), contentType: file.contentType }
}
