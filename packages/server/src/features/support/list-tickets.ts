import { type Input, type Output, ticketId as wireId, uuidOf } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ticketsOut } from './ticket-out.ts'
import { listTickets as listRows } from './tickets-store.ts'

/** A page of the caller's tickets, newest first. The cursor is the id of the last one of the page before. */
export const listTickets = async (
  ctx: UserCtx,
  { limit, last }: Input<'listTickets'>,
): Promise<Output<'listTickets'>> => {
  const before = last === undefined ? null : uuidOf(last, 'tkt')
  if (last !== undefined && before === null) throw new Refusal('invalidRequest', { field: 'last' })
  const rows = await listRows(
    ctx.db,
    { ownerId: ctx.user.id, reclaimedAt: ctx.user.reclaimedAt },
    { before, limit: limit + 1 },
  )
  const page = rows.slice(0, limit)
  const end = rows.length <= limit
  const lastOne = page.at(-1)
  return {
    items: await ticketsOut(ctx, ctx.user.id, page),
    last: end || !lastOne ? null : wireId(lastOne.ticketId),
    end,
  }
}
