import { type Input, type Output, uuidOf } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { scheduleOut } from './schedule-out.ts'
import { findSchedule } from './schedules-store.ts'

/** One schedule of the caller; `notFound` any other id. */
export const getSchedule = async (ctx: UserCtx, input: Input<'getSchedule'>): Promise<Output<'getSchedule'>> => {
  const scheduleId = uuidOf(input.scheduleId, 'sch') ?? ''
  const schedule = await findSchedule(ctx.db, { ownerId: ctx.user.id, scheduleId })
  if (!schedule) throw new Refusal('notFound')
  return scheduleOut(ctx, schedule)
}
