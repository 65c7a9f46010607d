import { type Input, type Output, uuidOf } from '@puente/contract'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Ticket } from './ticket.ts'
import { threadOut } from './ticket-out.ts'
import { isOwners } from './ticket-rules.ts'
import { findTicketFiles } from './ticket-files-store.ts'
import { listMessages, lockTicket } from './tickets-store.ts'
import { auditOfWriter, filesOf, writeInTicket } from './write-ticket.ts'

/** Whether these files came with these very words before: the answer to that call was lost. */
const isThere = async (ctx: UserCtx, trx: Trx, ticket: Ticket, text: string, fileIds: string[]): Promise<boolean> => {
  const sent = await findTicketFiles(trx, ticket.ownerId, fileIds)
  const messageId = sent[0]?.messageId ?? null
  if (messageId === null || sent.some((file) => file.messageId !== messageId)) return false
  return (await listMessages(trx, ctx.keys, ticket)).some((one) => one.messageId === messageId && one.text === text)
}

/** The caller writes on in their ticket, which waits for us from then on. With the same files and words it is the same message. */
export const replyTicket = async (ctx: UserCtx, input: Input<'replyTicket'>): Promise<Output<'replyTicket'>> => {
  const ref = { ownerId: ctx.user.id, ticketId: uuidOf(input.ticketId, 'tkt') ?? '' }
  const after = await transaction(ctx.db, 'reply in a ticket', async (trx) => {
    const ticket = await lockTicket(trx, ref)
    if (!ticket || !isOwners(ticket, ctx.user.reclaimedAt)) throw new Refusal('notFound')
    const [text, files] = [input.description, filesOf(input)]
    if (await isThere(ctx, trx, ticket, text, files)) return ticket
    const at = await databaseNow(trx, ctx.clock)
    const words = { author: 'owner', text, files, to: 'open', at } as const
    return writeInTicket(ctx, trx, ticket, words, { ...auditOfWriter(ctx), action: 'ticket.replied' })
  })
  return threadOut(ctx, after)
}
