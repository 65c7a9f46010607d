import { type Input, type Output, requestId as wireId } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { changeOwnRequest, requireStep } from './change-own-request.ts'

/** The one who asked takes the request back. Money that is on its way for it is given back to its payer when it comes. */
export const cancelRequest = async (
  ctx: UserCtx,
  { requestId }: Input<'cancelRequest'>,
): Promise<Output<'cancelRequest'>> => {
  const asked = { requestId, side: 'sent', action: 'request.cancelled' } as const
  const after = await changeOwnRequest(ctx, asked, (request, at) => requireStep(request, 'cancel', at))
  return { requestId: wireId(after.requestId), state: after.state }
}
