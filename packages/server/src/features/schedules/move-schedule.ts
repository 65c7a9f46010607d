/** What pausing, resuming and cancelling have in common: the caller's own schedule, locked, in a state that allows it. */
import { type Schedule as ScheduleOut, type ScheduleState, uuidOf } from '@puente/contract'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { auditOf, changeSchedule } from './change-schedule.ts'
import type { Schedule } from './schedule.ts'
import { canMove } from './schedule-rules.ts'
import { scheduleOut } from './schedule-out.ts'
import { lockSchedule } from './schedules-store.ts'

type Move = {
  to: Exclude<ScheduleState, 'ended'>
  action: `schedule.${string}`
  /** Null where it cannot, though its state would allow it: no date is left. */
  change: (schedule: Schedule, at: Date) => Schedule | null
}

/** One that is there already stays as it is. Refuses with `notFound` what the caller has not, and what is over. */
export const moveSchedule = async (ctx: UserCtx, id: string, { to, action, change }: Move): Promise<ScheduleOut> => {
  const ref = { ownerId: ctx.user.id, scheduleId: uuidOf(id, 'sch') ?? '' }
  const after = await transaction(ctx.db, 'move a schedule', async (trx) => {
    const schedule = await lockSchedule(trx, ref)
    if (schedule?.state === to) return schedule
    if (!schedule || !canMove(schedule.state, to)) throw new Refusal('notFound')
    const at = await databaseNow(trx, ctx.clock)
    const actor = { kind: 'user' as const, id: ctx.user.id, sessionId: ctx.user.sessionId }
    const trail = { ...auditOf(schedule, action), actor, network: ctx.network, requestId: ctx.requestId }
    const moved = change(schedule, at)
    if (!moved) throw new Refusal('notFound', { reason: 'datePassed' })
    return changeSchedule(ctx, trx, moved, { at, trail })
  })
  return scheduleOut(ctx, after)
}
