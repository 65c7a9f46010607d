import { type Input, type Output, uuidOf } from '@puente/contract'
import { findPersonById, requireOpen } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { checkedBeforeProof, type ShownMoney, type StepUpCtx } from '#platform/http/step-up.ts'
import { moveSchedule } from './move-schedule.ts'
import { shownOf } from './plan-schedule.ts'
import { hasNext, resumed } from './schedule-rules.ts'
import { findSchedule } from './schedules-store.ts'

const findOwn = ({ db, user }: StepUpCtx, scheduleId: string) =>
  findSchedule(db, { ownerId: user.id, scheduleId: uuidOf(scheduleId, 'sch') ?? '' })

/** What its proof is about: the same that was said when it was made. */
const shown = async (ctx: StepUpCtx, { scheduleId }: Input<'resumeSchedule'>): Promise<ShownMoney | undefined> => {
  const schedule = await findOwn(ctx, scheduleId)
  if (!schedule) throw new Refusal('notFound')
  if (!hasNext(schedule, ctx.clock.now())) throw new Refusal('notFound', { reason: 'datePassed' })
  const payee = await findPersonById(ctx.db, schedule.payeeId)
  return payee ? shownOf(schedule, payee) : undefined
}

/** Lets a paused schedule go on. One whose proof counts no more takes another one; one whose dates are all past stays as it is. */
const resume = async (ctx: UserCtx, { scheduleId }: Input<'resumeSchedule'>): Promise<Output<'resumeSchedule'>> => {
  requireOpen(ctx.user)
  const isAsked = (await findOwn(ctx, scheduleId))?.waitsForProof === true
  if (isAsked) await ctx.requireStepUp()
  const provedAt = isAsked && ctx.config.secondFactor !== 'off' ? ctx.clock.now() : null
  return moveSchedule(ctx, scheduleId, {
    to: 'active',
    action: 'schedule.resumed',
    change: (schedule, at) => {
      // It came to wait since it was read.
      if (schedule.waitsForProof && !isAsked) throw new Refusal('stepUpRequired')
      const after = resumed(schedule, at)
      return after && { ...after, ...(provedAt !== null && { provedAt }) }
    },
  })
}

export const resumeSchedule = checkedBeforeProof(shown, resume)
