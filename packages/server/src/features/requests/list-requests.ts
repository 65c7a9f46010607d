import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { pageOf, readCursor } from './page-cursor.ts'
import { requestRowsOf } from './request-row.ts'
import { listOwnRequests, type RequestFilter } from './requests-store.ts'

/** A page of the caller's requests, newest first. */
export const listRequests = async (
  ctx: UserCtx,
  { mode, state, limit, last }: Input<'listRequests'>,
): Promise<Output<'listRequests'>> => {
  const filter: RequestFilter = { was: mode === 'all' ? null : mode, state: state ?? null, at: ctx.clock.now() }
  const after = last === undefined ? null : readCursor(last)
  const found = await listOwnRequests(ctx.db, ctx.user.id, filter, { after, limit: limit + 1 })
  const { page, ...rest } = pageOf(found, limit, ({ createdAt, requestId }) => ({ at: createdAt, id: requestId }))
  return { items: await requestRowsOf(ctx, page), ...rest }
}
