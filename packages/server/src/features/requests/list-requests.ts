import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requestRowsOf } from './request-row.ts'
import { listOwnRequests, type RequestFilter, type RequestPosition } from './requests-store.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Where a page ended. It opens nothing: every page reads the caller's own rows, whatever a cursor says. */
const writeCursor = ({ createdAt, requestId }: RequestPosition): string =>
  Buffer.from(`${createdAt.getTime()}/${requestId}`).toString('base64url')

const readCursor = (cursor: string): RequestPosition => {
  const [time = '', requestId = '', ...more] = Buffer.from(cursor, 'base64url').toString().split('/')
  if (!/^\d{1,15}$/.test(time) || !UUID.test(requestId) || more.length > 0)
    throw new Refusal('invalidRequest', { field: 'last' })
  return { createdAt: new Date(Number(time)), requestId }
}

/** A page of the caller's requests, newest first. */
export const listRequests = async (
  ctx: UserCtx,
  { mode, state, limit, last }: Input<'listRequests'>,
): Promise<Output<'listRequests'>> => {
  const filter: RequestFilter = { was: mode === 'all' ? null : mode, state: state ?? null, at: ctx.clock.now() }
  const after = last === undefined ? null : readCursor(last)
  // One more than wanted tells whether there is another page.
  const found = await listOwnRequests(ctx.db, ctx.user.id, filter, { after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const end = found.length <= limit
  const lowest = page.at(-1)
  return { items: await requestRowsOf(ctx, page), last: end || !lowest ? null : writeCursor(lowest), end }
}
