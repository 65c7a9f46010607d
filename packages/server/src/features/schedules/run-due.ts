/**
 * What is due of schedules: the notice of the day before, runs, and second tries. A process claims each for a minute; if it ends in
 * between, another finds the schedule where it was, and makes the run unless its money has moved.
 */
import { MoneyFrozen } from '@puente/ledger'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobRun } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { auditOf, changeSchedule, eventData } from './change-schedule.ts'
import { makeRun } from './make-run.ts'
import type { Schedule, ScheduleRef } from './schedule.ts'
import { afterRefusal, afterRun, noticed, type Refused, type Run, type Turn, turnOf } from './schedule-rules.ts'
import { writeIn } from '#platform/db/statement.ts'
import { alarmWrites } from './schedules-batch-store.ts'
import { findSchedule, lockSchedule, takeDue } from './schedules-store.ts'

/** Looked at in one run; what is left is due a minute later. */
const RUN_LIMIT = 200
/** How long one is claimed for. */
const CLAIM_MS = 55_000

/** Changes the schedule if nothing has happened to it since it was read. */
const change = (
  services: Services,
  seen: Schedule,
  at: Date,
  of: (schedule: Schedule) => {
    after: Schedule
    action: `schedule.${string}`
    event: 'schedule.tomorrow' | 'schedule.failed' | null
  },
): Promise<void> =>
  transaction(services.db, 'change a schedule', async (trx) => {
    const schedule = await lockSchedule(trx, seen)
    if (schedule?.version !== seen.version) return
    const { after, action, event } = of(schedule)
    await changeSchedule(services, trx, after, {
      at,
      trail: auditOf(schedule, action),
      event: event && { event, data: eventData(schedule) },
    })
  })

const refuse = (services: Services, seen: Schedule, run: Run, attempt: 0 | 1, refused: Refused): Promise<void> =>
  change(services, seen, run.at, (schedule) => {
    const after = afterRefusal(schedule, run, attempt, refused)
    const isFinal = after.last?.outcome !== 'retrying'
    return {
      after,
      action: isFinal ? 'schedule.failed' : 'schedule.refused',
      event: isFinal ? 'schedule.failed' : null,
    }
  })

/** The code of a run that a standstill of ours has kept from being made in time. */
const TOO_LATE = 'serviceUnavailable'

const take = async (services: Services, schedule: Schedule, turn: Turn, at: Date): Promise<void> => {
  switch (turn.turn) {
    case 'run': {
      const refused = await makeRun(services, schedule, turn.run, turn.attempt)
      if (refused) await refuse(services, schedule, turn.run, turn.attempt, refused)
      return
    }
    case 'tooLate':
      return change(services, schedule, at, (one) => ({
        after: afterRun(one, turn.run, { outcome: 'failed', code: TOO_LATE }),
        action: 'schedule.failed',
        event: 'schedule.failed',
      }))
    case 'notice':
      return change(services, schedule, at, (one) => ({
        after: noticed(one),
        action: 'schedule.noticed',
        event: 'schedule.tomorrow',
      }))
    case 'wait':
      // Somebody has changed it since its alarm was set.
      return transaction(services.db, 'set the alarm of a schedule', async (trx) => {
        const now = await lockSchedule(trx, schedule)
        if (now) await writeIn(trx, alarmWrites([now]))
      })
  }
}

const runOne = async (services: Services, ref: ScheduleRef, at: Date): Promise<void> => {
  const schedule = await findSchedule(services.db, ref)
  if (schedule) await take(services, schedule, turnOf(schedule, at), at)
}

/** Does what is due. While money is frozen nothing is: all of it stays due. One that fails keeps no other from its turn. */
export const runDueSchedules = async (services: Services, run?: Pick<JobRun, 'signal'>): Promise<void> => {
  await services.ledger.requireNotFrozen()
  const at = await databaseNow(services.db, services.clock)
  const due = await takeDue(services.db, at, { until: new Date(at.getTime() + CLAIM_MS), limit: RUN_LIMIT })
  for (const ref of due) {
    if (run?.signal?.aborted) return
    try {
      await runOne(services, ref, at)
    } catch (err) {
      if (err instanceof MoneyFrozen) throw err
      services.log.warn({ err, key: ref.scheduleId }, 'a schedule could not be run')
    }
  }
}
