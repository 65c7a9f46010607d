import {
  fileId,
  requestId,
  type Schedule as ScheduleOut,
  scheduleId as wireId,
  transactionId,
  userId,
} from '@puente/contract'
import { listPeople, type Person } from '#features/accounts/index.ts'
import type { Services } from '#platform/services.ts'
import type { Schedule } from './schedule.ts'
import { canMove, hasNext, nextAt } from './schedule-rules.ts'

const lastOut = ({ call, last, retryAt }: Pick<Schedule, 'call' | 'last' | 'retryAt'>): ScheduleOut['lastResult'] =>
  last && {
    dueAt: last.dueAt.toISOString(),
    at: last.at.toISOString(),
    outcome: last.outcome,
    code: last.code,
    reason: last.reason,
    retryAt: last.outcome === 'retrying' ? (retryAt?.toISOString() ?? null) : null,
    transactionId: call === 'sendInApp' && last.madeId !== null ? transactionId(last.madeId) : null,
    requestId: call === 'createRequest' && last.madeId !== null ? requestId(last.madeId) : null,
  }

const rowOf = (schedule: Schedule, payee: Person | undefined, now: Date): ScheduleOut => ({
  id: wireId(schedule.scheduleId),
  call: schedule.call,
  state: schedule.state,
  endReason: schedule.endReason,
  amount: Number(schedule.amountCents),
  currency: 'USD',
  note: schedule.note,
  purpose: schedule.purpose,
  to: userId(schedule.payeeId),
  fullName: payee?.fullName ?? null,
  publicTransactionId: payee?.handle ?? null,
  image: payee?.imageFileId ? `/api/files/${fileId(payee.imageFileId)}` : null,
  business: payee?.isBusiness ?? false,
  waitsForProof: schedule.waitsForProof,
  every: schedule.every,
  timeZone: schedule.timeZone,
  startAt: schedule.startAt.toISOString(),
  nextAt: nextAt(schedule)?.toISOString() ?? null,
  until: schedule.untilDay,
  count: schedule.maxRuns,
  runs: schedule.runs,
  lastResult: lastOut(schedule),
  can: {
    pause: schedule.state === 'active',
    resume: schedule.state === 'paused' && hasNext(schedule, now),
    cancel: canMove(schedule.state, 'cancelled'),
  },
  date: schedule.createdAt.toISOString(),
  version: schedule.version,
})

type Reading = Pick<Services, 'db' | 'clock'>

/** As their owner reads them, with whom they pay as they are called now. */
export const schedulesOut = async ({ db, clock }: Reading, schedules: readonly Schedule[]): Promise<ScheduleOut[]> => {
  const people = await listPeople(db, [...new Set(schedules.map(({ payeeId }) => payeeId))])
  const byId = new Map(people.map((person) => [person.id, person]))
  const now = clock.now()
  return schedules.map((schedule) => rowOf(schedule, byId.get(schedule.payeeId), now))
}

/** The same of one. */
export const scheduleOut = async (reading: Reading, schedule: Schedule): Promise<ScheduleOut> => {
  const [row] = await schedulesOut(reading, [schedule])
  if (!row) throw new Error('a schedule has no row')
  return row
}
