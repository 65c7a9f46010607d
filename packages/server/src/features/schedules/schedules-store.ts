/** Schedules as verbs read them: always those of one person; and the alarms, which say whose turn it is. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { Schedule, ScheduleRef } from './schedule.ts'

export type ScheduleRecord = Selectable<DB['schedules']>

/** The closed lists are held by the table's own checks. */
export const toSchedule = (record: ScheduleRecord): Schedule => ({
  ownerId: record.owner_id,
  scheduleId: record.schedule_id,
  startAt: record.start_at,
  timeZone: record.time_zone,
  every: record.every as Schedule['every'],
  untilDay: record.until_day,
  maxRuns: record.max_runs,
  call: record.call as Schedule['call'],
  payeeId: record.payee_id,
  amountCents: record.amount_cents,
  note: record.note,
  purpose: record.purpose as Schedule['purpose'],
  state: record.state as Schedule['state'],
  endReason: record.end_reason as Schedule['endReason'],
  waitsForProof: record.waits_for_proof,
  provedAt: record.proved_at,
  occurrence: record.occurrence,
  dueAt: record.due_at,
  noticeAt: record.notice_at,
  retryAt: record.retry_at,
  runs: record.runs,
  last:
    record.last_at === null || record.last_due_at === null || record.last_outcome === null
      ? null
      : {
          dueAt: record.last_due_at,
          at: record.last_at,
          outcome: record.last_outcome as NonNullable<Schedule['last']>['outcome'],
          code: record.last_code,
          reason: record.last_reason,
          madeId: record.last_made_id,
        },
  version: record.version,
  createdAt: record.created_at,
})

const ofOwner = (db: Db, ownerId: string) => db.selectFrom('schedules').selectAll().where('owner_id', '=', ownerId)

export const findSchedule = async (db: Db, { ownerId, scheduleId }: ScheduleRef): Promise<Schedule | null> => {
  const record = await ofOwner(db, ownerId).where('schedule_id', '=', scheduleId).executeTakeFirst()
  return record ? toSchedule(record) : null
}

/** The same for change: others who would change it wait. */
export const lockSchedule = async (trx: Trx, { ownerId, scheduleId }: ScheduleRef): Promise<Schedule | null> => {
  const record = await ofOwner(trx, ownerId).where('schedule_id', '=', scheduleId).forNoKeyUpdate().executeTakeFirst()
  return record ? toSchedule(record) : null
}

const LIVE: Schedule['state'][] = ['active', 'paused']
const OVER: Schedule['state'][] = ['ended', 'cancelled']

export type Page = { states: 'all' | 'current' | 'past'; before: string | null; limit: number }

/** Newest first: ids grow with time. */
export const listSchedules = async (db: Db, ownerId: string, { states, before, limit }: Page): Promise<Schedule[]> => {
  let query = ofOwner(db, ownerId)
  if (states !== 'all') query = query.where('state', 'in', states === 'current' ? LIVE : OVER)
  if (before !== null) query = query.where('schedule_id', '<', before)
  return (await query.orderBy('schedule_id', 'desc').limit(limit).execute()).map(toSchedule)
}

/** All of a person's, oldest first. */
export const listAll = async (db: Db, ownerId: string): Promise<Schedule[]> =>
  (await ofOwner(db, ownerId).orderBy('schedule_id').execute()).map(toSchedule)

/** Those that go on or are paused, for change. */
export const lockLive = async (trx: Trx, ownerId: string): Promise<Schedule[]> =>
  (await ofOwner(trx, ownerId).where('state', 'in', LIVE).orderBy('schedule_id').forNoKeyUpdate().execute()).map(
    toSchedule,
  )

export const countLive = async (db: Db, ownerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('schedules')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', LIVE)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** That which goes on and was asked for with these very words. */
export const findSame = async (db: Db, ownerId: string, requestHash: string): Promise<Schedule | null> => {
  const record = await ofOwner(db, ownerId)
    .where('request_hash', '=', requestHash)
    .where('state', 'in', LIVE)
    .executeTakeFirst()
  return record ? toSchedule(record) : null
}

/** Stores a new one. */
export const insertSchedule = async (trx: Trx, schedule: Schedule, requestHash: string): Promise<void> => {
  await trx
    .insertInto('schedules')
    .values({
      owner_id: schedule.ownerId,
      schedule_id: schedule.scheduleId,
      payee_id: schedule.payeeId,
      call: schedule.call,
      amount_cents: schedule.amountCents,
      note: schedule.note,
      purpose: schedule.purpose,
      every: schedule.every,
      time_zone: schedule.timeZone,
      start_at: schedule.startAt,
      until_day: schedule.untilDay,
      max_runs: schedule.maxRuns,
      request_hash: requestHash,
      proved_at: schedule.provedAt,
      state: schedule.state,
      occurrence: schedule.occurrence,
      due_at: schedule.dueAt,
      notice_at: schedule.noticeAt,
      version: schedule.version,
      created_at: schedule.createdAt,
      updated_at: schedule.createdAt,
    })
    .execute()
}

/** Claims those whose moment has come, the longest overdue first: whoever moves the moment on has it until then. */
export const takeDue = async (db: Db, at: Date, { until, limit }: { until: Date; limit: number }) => {
  const due = await db
    .selectFrom('schedule_alarms')
    .select('schedule_id')
    .where('at', '<=', at)
    .orderBy('at')
    .limit(limit)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ schedule_id }) => schedule_id)
  const { rows } = await sql<{ schedule_id: string; owner_id: string }>`
    update schedule_alarms set at = ${until} where schedule_id = any(${ids}::uuid[]) and at <= ${at}
    returning schedule_id, owner_id`.execute(db)
  return rows.map((row): ScheduleRef => ({ ownerId: row.owner_id, scheduleId: row.schedule_id }))
}
