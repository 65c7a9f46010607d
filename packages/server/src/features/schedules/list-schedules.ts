import { type Input, type Output, scheduleId as wireId, uuidOf } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { schedulesOut } from './schedule-out.ts'
import { listSchedules as listRows } from './schedules-store.ts'

/** A page of the caller's schedules, newest first. The cursor is the id of the last one of the page before. */
export const listSchedules = async (
  ctx: UserCtx,
  { mode, limit, last }: Input<'listSchedules'>,
): Promise<Output<'listSchedules'>> => {
  const before = last === undefined ? null : uuidOf(last, 'sch')
  if (last !== undefined && before === null) throw new Refusal('invalidRequest', { field: 'last' })
  const rows = await listRows(ctx.db, ctx.user.id, { states: mode, before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const end = rows.length <= limit
  const lastOne = page.at(-1)
  return {
    items: await schedulesOut(ctx, page),
    last: end || !lastOne ? null : wireId(lastOne.scheduleId),
    end,
  }
}
