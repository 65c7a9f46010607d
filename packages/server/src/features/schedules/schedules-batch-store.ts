/** Schedules as they are changed, by a verb's transaction or the ledger's batch: the row is locked, and its alarm follows it. */
import {
  booleans,
  integers,
  type QueryRunner,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import { alarmAt } from './schedule-rules.ts'
import type { Schedule, ScheduleRef } from './schedule.ts'
import { type ScheduleRecord, toSchedule } from './schedules-store.ts'
import { createAlarmWrites } from '#platform/alarms.ts'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'

const lock: Statement = {
  name: 'schedules.lock',
  text: `
select * from schedules where owner_id = $1 and schedule_id = any($2::uuid[])
 order by schedule_id for no key update`,
}

export const lockSchedules = async (db: QueryRunner, refs: readonly ScheduleRef[]): Promise<Schedule[]> => {
  const named = refs.map(({ ownerId, scheduleId }) => ({ ownerId, id: scheduleId }))
  return (await lockByOwner<ScheduleRecord>(db, lock, named)).map(toSchedule)
}

const update: Statement = {
  name: 'schedules.update',
  text: `
update schedules
   set state = next.state, end_reason = next.end_reason, waits_for_proof = next.waits_for_proof, proved_at = next.proved_at,
       occurrence = next.occurrence, due_at = next.due_at, notice_at = next.notice_at, retry_at = next.retry_at,
       runs = next.runs, last_due_at = next.last_due_at, last_at = next.last_at, last_outcome = next.last_outcome,
       last_code = next.last_code, last_made_id = next.last_made_id, version = next.version, updated_at = $18, last_reason = next.last_reason
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[], $7::integer[],
              $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::integer[], $12::timestamptz[], $13::timestamptz[],
              $14::text[], $15::text[], $16::uuid[], $17::integer[], $19::text[])
       as next (owner_id, schedule_id, state, end_reason, waits_for_proof, proved_at, occurrence, due_at, notice_at, retry_at,
                runs, last_due_at, last_at, last_outcome, last_code, last_made_id, version, last_reason)
 where schedules.owner_id = next.owner_id and schedules.schedule_id = next.schedule_id`,
}

const setAlarms: Statement = {
  name: 'schedules.set_alarms',
  text: `
insert into schedule_alarms (schedule_id, owner_id, at)
select schedule_id, owner_id, at from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as next (schedule_id, owner_id, at)
    on conflict (schedule_id) do update set at = excluded.at`,
}

const dropAlarms: Statement = {
  name: 'schedules.drop_alarms',
  text: 'delete from schedule_alarms where schedule_id = any($1::uuid[])',
}

const writeAlarms = createAlarmWrites({ set: setAlarms, drop: dropAlarms })

/** What sets when these are looked at next. */
export const alarmWrites = (schedules: readonly Schedule[]): Write[] =>
  writeAlarms(schedules.map((schedule) => ({ ...schedule, id: schedule.scheduleId, at: alarmAt(schedule) })))

/** What writes schedules that are locked, with their alarms. */
export const scheduleWrites = (schedules: readonly Schedule[], at: Date): Write[] => {
  if (schedules.length === 0) return []
  const values = [
    uuids(schedules.map(({ ownerId }) => ownerId)),
    uuids(schedules.map(({ scheduleId }) => scheduleId)),
    texts(schedules.map(({ state }) => state)),
    texts(schedules.map(({ endReason }) => endReason)),
    booleans(schedules.map(({ waitsForProof }) => waitsForProof)),
    timestamps(schedules.map(({ provedAt }) => provedAt)),
    integers(schedules.map(({ occurrence }) => occurrence)),
    timestamps(schedules.map(({ dueAt }) => dueAt)),
    timestamps(schedules.map(({ noticeAt }) => noticeAt)),
    timestamps(schedules.map(({ retryAt }) => retryAt)),
    integers(schedules.map(({ runs }) => runs)),
    timestamps(schedules.map(({ last }) => last?.dueAt ?? null)),
    timestamps(schedules.map(({ last }) => last?.at ?? null)),
    texts(schedules.map(({ last }) => last?.outcome)),
    texts(schedules.map(({ last }) => last?.code)),
    uuids(schedules.map(({ last }) => last?.madeId ?? null)),
    integers(schedules.map(({ version }) => version)),
    at,
    texts(schedules.map(({ last }) => last?.reason)),
  ]
  return [{ statement: update, values, rows: schedules.length }, ...alarmWrites(schedules)]
}
