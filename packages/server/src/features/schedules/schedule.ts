import type { Schedule as ScheduleOut, ScheduleEndReason, ScheduledCall, ScheduleInterval } from '@puente/contract'

/** When a schedule runs: the first moment, and how it goes on from there by the calendar of its zone. */
export type Plan = {
  startAt: Date
  /** IANA name. */
  timeZone: string
  every: ScheduleInterval
  /** The last day on which it may run, in its zone. */
  untilDay: string | null
  /** How often it runs in all. */
  maxRuns: number | null
}

/** What every run does. */
export type Order = {
  call: ScheduledCall
  payeeId: string
  amountCents: bigint
  note: string
  purpose: 'personal' | 'goods'
}

/** What became of the last run. */
export type LastRun = {
  dueAt: Date
  at: Date
  outcome: NonNullable<ScheduleOut['lastResult']>['outcome']
  code: string | null
  /** What the refusal said beside its code. */
  reason: string | null
  /** The movement of the send that was made, or the request. */
  madeId: string | null
}

/** Where a schedule is; everything else about it never changes. */
export type Standing = {
  state: ScheduleOut['state']
  endReason: ScheduleEndReason | null
  waitsForProof: boolean
  provedAt: Date | null
  /** The ordinal, from 0, of the run that comes next, or came last. */
  occurrence: number
  dueAt: Date
  /** When the notice of the day before is given; null once it was, or where none is. */
  noticeAt: Date | null
  /** The second try of the run, which was refused once. */
  retryAt: Date | null
  /** How many runs were made or have failed. */
  runs: number
  last: LastRun | null
}

export type ScheduleRef = { ownerId: string; scheduleId: string }

export type Schedule = ScheduleRef &
  Plan &
  Order &
  Standing & {
    version: number
    createdAt: Date
  }
