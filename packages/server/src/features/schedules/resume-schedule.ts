import { type Input, type Output, uuidOf } from '@puente/contract'
import { requireOpen } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { moveSchedule } from './move-schedule.ts'
import { resumed } from './schedule-rules.ts'
import { findSchedule } from './schedules-store.ts'

/** Lets a paused schedule go on. One whose proof counts no more takes another one. */
export const resumeSchedule = async (
  ctx: UserCtx,
  { scheduleId }: Input<'resumeSchedule'>,
): Promise<Output<'resumeSchedule'>> => {
  requireOpen(ctx.user)
  const ref = { ownerId: ctx.user.id, scheduleId: uuidOf(scheduleId, 'sch') ?? '' }
  const isAsked = (await findSchedule(ctx.db, ref))?.waitsForProof === true
  if (isAsked) await ctx.requireStepUp()
  const provedAt = isAsked && ctx.config.secondFactor !== 'off' ? ctx.clock.now() : null
  return moveSchedule(ctx, scheduleId, {
    to: 'active',
    action: 'schedule.resumed',
    change: (schedule, at) => {
      // It came to wait since it was read.
      if (schedule.waitsForProof && !isAsked) throw new Refusal('stepUpRequired')
      return { ...resumed(schedule, at), ...(provedAt !== null && { provedAt }) }
    },
  })
}
