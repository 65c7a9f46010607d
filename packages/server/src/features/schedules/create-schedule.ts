import { type Input, type Output, scheduleId as wireId, SCHEDULES_MAX } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { checkedBeforeProof } from '#platform/http/step-up.ts'
import { planSchedule, shownOf } from './plan-schedule.ts'
import type { Schedule } from './schedule.ts'
import { nextAt } from './schedule-rules.ts'
import { alarmWrites } from './schedules-batch-store.ts'
import { announcementOf } from './schedules-participant.ts'
import { countLive, findSame, insertSchedule } from './schedules-store.ts'

type Asked = Input<'createSchedule'>

const answerOf = (schedule: Schedule): Output<'createSchedule'> => ({
  scheduleId: wireId(schedule.scheduleId),
  state: schedule.state,
  nextAt: (nextAt(schedule) ?? schedule.dueAt).toISOString(),
})

/** The same that goes on already; null where there is none, and room for another. */
const sameOrRoom = async (db: Db, ownerId: string, requestHash: string): Promise<Schedule | null> => {
  const same = await findSame(db, ownerId, requestHash)
  if (same === null && (await countLive(db, ownerId)) >= SCHEDULES_MAX)
    throw new Refusal('limitExceeded', { reason: 'schedules', limit: SCHEDULES_MAX })
  return same
}

/**
 * Arranges a send or a request for later. The same again, while it goes on, is the schedule that there is already: a call whose
 * answer was lost can be made again.
 */
const create = async (ctx: UserCtx, input: Asked): Promise<Output<'createSchedule'>> => {
  const { schedule, requestHash } = await planSchedule(ctx, input)
  const { ownerId, scheduleId, createdAt } = schedule
  return transaction(ctx.db, 'create a schedule', async (trx) => {
    await lockAccount(trx, ctx.keys, ownerId)
    const same = await sameOrRoom(trx, ownerId, requestHash)
    if (same) return answerOf(same)
    await insertSchedule(trx, schedule, requestHash)
    await writeIn(trx, alarmWrites([schedule]))
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
      action: 'schedule.created',
      object: { type: 'schedule', id: scheduleId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { call: schedule.call, every: schedule.every, at: createdAt.toISOString() },
    })
    await ctx.live.publish(trx, announcementOf(schedule))
    return answerOf(schedule)
  })
}

export const createSchedule = checkedBeforeProof<Asked, Output<'createSchedule'>>(async (ctx, input) => {
  const { schedule, payee, requestHash } = await planSchedule(ctx, input)
  await sameOrRoom(ctx.db, schedule.ownerId, requestHash)
  return shownOf(schedule, payee)
}, create)
