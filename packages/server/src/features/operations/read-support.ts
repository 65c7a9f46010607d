/**
 * What operators read of tickets and disputes. The queues say who waits and by when, and no word of what was written; whoever reads
 * that finds a line in the owner's access log and in the audit trail, written before anything is shown.
 */
import { recordAccess } from '#features/accounts/index.ts'
import {
  deadlineOf,
  findDisputeById,
  findTicketById,
  listMessages,
  listOpenDisputes,
  listWaitingTickets,
} from '#features/support/index.ts'
import { ticketId as wireTicket } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Keys } from '#platform/secrets.ts'
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

/** One ticket with its messages; of a dispute its ticket. `id` is a bare uuid of either. */
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
  const { ownerId, ticketId, disputeId } = ticket
  const at = await databaseNow(ctx.db, systemClock)
  await transaction(ctx.db, 'note a reading', async (trx) => {
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'ticket.read',
      object: { type: 'ticket', id: ticketId },
      result: 'done',
      details: { ownerId, reason },
    })
    const what = disputeId === null ? 'supportTicket' : 'dispute'
    const reference = wireTicket(ticketId)
    await recordAccess(trx, { ownerId, role: 'support', what, why: 'support', reference, at })
  })
  return { ticket, messages: await listMessages(ctx.db, ctx.keys, ticket) }
}
