import { type Input, type Output, uuidOf } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { threadOut } from './ticket-out.ts'
import { isOwners } from './ticket-rules.ts'
import { findTicket } from './tickets-store.ts'

/** One ticket of the caller with what was written in it; `notFound` any other id. */
export const getTicket = async (ctx: UserCtx, input: Input<'getTicket'>): Promise<Output<'getTicket'>> => {
  const ticketId = uuidOf(input.ticketId, 'tkt') ?? ''
  const ticket = await findTicket(ctx.db, { ownerId: ctx.user.id, ticketId })
  if (!ticket || !isOwners(ticket, ctx.user.reclaimedAt)) throw new Refusal('notFound')
  return threadOut(ctx, ticket)
}
