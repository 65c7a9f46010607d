import { type Input, type Output, requestId as wireId } from '@puente/contract'
import { requireContacts } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { changeOwnRequest, requireStep } from './change-own-request.ts'

/** The person asked says no. Not while a payment of theirs from outside is under way, which they can give up first. */
export const declineRequest = async (
  ctx: UserCtx,
  { requestId }: Input<'declineRequest'>,
): Promise<Output<'declineRequest'>> => {
  requireContacts(ctx.user)
  const asked = { requestId, side: 'received', action: 'request.declined' } as const
  const after = await changeOwnRequest(ctx, asked, (request, at) => {
    if (request.attempt !== null) throw new Refusal('notFound', { reason: 'processing' })
    return requireStep(request, 'decline', at)
  })
  return { requestId: wireId(after.requestId), state: after.state }
}
