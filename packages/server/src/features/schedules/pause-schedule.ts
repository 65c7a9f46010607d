import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { moveSchedule } from './move-schedule.ts'
import { paused } from './schedule-rules.ts'

/** Lets a schedule rest until it is resumed; what falls due meanwhile is skipped, and so is a second try. */
export const pauseSchedule = (ctx: UserCtx, { scheduleId }: Input<'pauseSchedule'>): Promise<Output<'pauseSchedule'>> =>
  moveSchedule(ctx, scheduleId, {
    to: 'paused',
    action: 'schedule.paused',
    change: (schedule) => paused(schedule),
  })
