import { type Input, type Output, uuidOf } from '@puente/contract'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { threadOut } from './ticket-out.ts'
import { lockTicket } from './tickets-store.ts'
import { auditOfWriter, writeInTicket } from './write-ticket.ts'

/** The caller writes on in their ticket, which waits for us from then on. */
export const replyTicket = async (ctx: UserCtx, input: Input<'replyTicket'>): Promise<Output<'replyTicket'>> => {
  const ref = { ownerId: ctx.user.id, ticketId: uuidOf(input.ticketId, 'tkt') ?? '' }
  const after = await transaction(ctx.db, 'reply in a ticket', async (trx) => {
    const ticket = await lockTicket(trx, ref)
    if (!ticket) throw new Refusal('notFound')
    const at = await databaseNow(trx, ctx.clock)
    const words = { author: 'owner', text: input.description, to: 'open', at } as const
    return writeInTicket(ctx, trx, ticket, words, { ...auditOfWriter(ctx), action: 'ticket.replied' })
  })
  return threadOut(ctx, after)
}
