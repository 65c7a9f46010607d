import { type Input, type Output, uuidOf } from '@puente/contract'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { changeDispute, auditOfDispute } from './change-dispute.ts'
import type { Dispute } from './dispute.ts'
import { disputeOut } from './dispute-out.ts'
import { canMoveDispute, endedWithout } from './dispute-rules.ts'
import { lockDispute } from './disputes-store.ts'
import { canMoveTicket } from './ticket-rules.ts'
import { lockTicket } from './tickets-store.ts'
import { auditOfWriter, writeInTicket } from './write-ticket.ts'

/** No one has to look into it any more; a new message opens it again. */
const closeTicket = async (ctx: UserCtx, trx: Trx, { ownerId, ticketId }: Dispute, at: Date): Promise<void> => {
  const ticket = await lockTicket(trx, { ownerId, ticketId })
  if (!ticket || !canMoveTicket(ticket.state, 'closed')) return
  const trail = { ...auditOfWriter(ctx), action: 'ticket.closed' } as const
  await writeInTicket(ctx, trx, ticket, { author: 'owner', text: null, to: 'closed', at }, trail)
}

/**
 * The caller withdraws a dispute that is not decided. What was credited for it goes back as after an answer against them: on a day that
 * they hear of it, since it may be spent; without one its ticket is closed. A notification and a mail go out in any case. One that is withdrawn already stays as it is.
 */
export const withdrawDispute = async (
  ctx: UserCtx,
  input: Input<'withdrawDispute'>,
): Promise<Output<'withdrawDispute'>> => {
  const ref = { ownerId: ctx.user.id, disputeId: uuidOf(input.disputeId, 'dsp') ?? '' }
  const withdrawn = await transaction(ctx.db, 'withdraw a dispute', async (trx) => {
    const dispute = await lockDispute(trx, ref)
    if (dispute?.state === 'withdrawn') return dispute
    if (!dispute || !canMoveDispute(dispute.state, 'withdrawn')) throw new Refusal('notFound')
    const at = await databaseNow(trx, ctx.clock)
    const trail = { ...auditOfDispute(dispute, 'dispute.withdrawn'), ...auditOfWriter(ctx) }
    const told = dispute.credit === null ? 'withdrawn' : 'creditEnds'
    if (dispute.credit === null) await closeTicket(ctx, trx, dispute, at)
    return changeDispute(ctx, trx, endedWithout(dispute, 'withdrawn', at), { at, trail, told })
  })
  return disputeOut(ctx, withdrawn)
}
