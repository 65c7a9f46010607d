import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { type AccessRow, listAccess } from './access-log-store.ts'

const answerOf = ({ at, role, what, why, reference }: AccessRow) => ({
  at: at.toISOString(),
  role,
  what,
  why,
  reference,
})

/** What those who work for Puente have read of the caller and done to the account, newest first. */
export const accessLog = async (ctx: UserCtx, { limit, last }: Input<'accessLog'>): Promise<Output<'accessLog'>> => {
  const rows = await listAccess(ctx.db, ctx.user.id, { before: last ?? null, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const end = rows.length <= limit
  return { items: page.map(answerOf), last: end ? null : (page.at(-1)?.accessId ?? null), end }
}
