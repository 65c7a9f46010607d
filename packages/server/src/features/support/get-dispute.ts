import { type Input, type Output, uuidOf } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { disputeOut } from './dispute-out.ts'
import { findDispute } from './disputes-store.ts'

/** One dispute of the caller; `notFound` any other id. */
export const getDispute = async (ctx: UserCtx, input: Input<'getDispute'>): Promise<Output<'getDispute'>> => {
  const disputeId = uuidOf(input.disputeId, 'dsp') ?? ''
  const dispute = await findDispute(ctx.db, { ownerId: ctx.user.id, disputeId })
  if (!dispute) throw new Refusal('notFound')
  return disputeOut(ctx, dispute)
}
