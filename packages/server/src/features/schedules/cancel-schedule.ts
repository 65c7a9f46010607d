import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { moveSchedule } from './move-schedule.ts'
import { cancelled } from './schedule-rules.ts'

/** Ends a schedule for good, also while the account is frozen. What it has sent stays sent. */
export const cancelSchedule = (
  ctx: UserCtx,
  { scheduleId }: Input<'cancelSchedule'>,
): Promise<Output<'cancelSchedule'>> =>
  moveSchedule(ctx, scheduleId, { to: 'cancelled', action: 'schedule.cancelled', change: cancelled })
