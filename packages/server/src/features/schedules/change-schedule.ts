/** A change of a schedule outside the money's batch: its row, its alarm, the owner's other screens, and what others are told. */
import type { AuditEntry } from '#platform/audit.ts'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import type { DomainEvent } from '#platform/events.ts'
import type { Services } from '#platform/services.ts'
import type { Schedule } from './schedule.ts'
import { scheduleWrites } from './schedules-batch-store.ts'
import { announcementOf } from './schedules-participant.ts'

/** What every event of a schedule says: its owner, whom it pays or asks, and which it is. Bare uuids. */
export type ScheduleEvent = { ownerId: string; otherId: string | null; id: string }

declare module '#platform/events.ts' {
  interface Events {
    /** It runs within a day. */
    'schedule.tomorrow': ScheduleEvent
    /** A run was not made: it failed, its second try too, or the schedule ended or waits because of it. `lastResult` has the code. */
    'schedule.failed': ScheduleEvent
  }
}

export const eventData = ({ ownerId, payeeId, scheduleId }: Schedule): ScheduleEvent => ({
  ownerId,
  otherId: payeeId,
  id: scheduleId,
})

export const auditOf = (schedule: Pick<Schedule, 'scheduleId'>, action: AuditEntry['action']): AuditEntry => ({
  actor: { kind: 'system', id: 'schedules' },
  action,
  object: { type: 'schedule', id: schedule.scheduleId },
  result: 'done',
})

export type Changing = Pick<Services, 'live' | 'events'>

/** Writes the next version of a schedule whose row is locked, and answers it. */
export const changeSchedule = async (
  { live, events }: Changing,
  trx: Trx,
  changed: Schedule,
  { at, trail, event = null }: { at: Date; trail: AuditEntry; event?: DomainEvent | null },
): Promise<Schedule> => {
  const after = { ...changed, version: changed.version + 1 }
  await writeIn(trx, scheduleWrites([after], at))
  await audit(trx, trail)
  if (event) await events.record(trx, event)
  await live.publish(trx, announcementOf(after))
  return after
}
