/**
 * A scheduled run in the batch of its money: the schedule goes on to its next run together with it or not at all, so that a
 * run is made once whatever becomes of the process that makes it. One that was paused or cancelled meanwhile is not made.
 */
import { scheduleId as wireId } from '@puente/contract'
import { eventWrites } from '#platform/live/live-store.ts'
import type { Participant } from '#platform/participant.ts'
import { lockSchedules, scheduleWrites } from './schedules-batch-store.ts'
import type { Schedule, ScheduleRef } from './schedule.ts'

/** `seen` is the version that the run was decided by; nothing else may have happened since. */
export type ScheduleNeed = { seen: number; after: Schedule }

/** The schedule was paused, cancelled or run by another process while this run was on its way: in the details of the refusal. */
export const CHANGED_MEANWHILE = 'changedMeanwhile'

type State = Map<string, Schedule>

const idOf = ({ ownerId, scheduleId }: ScheduleRef): string => `${ownerId}/${scheduleId}`

/** What other screens of the owner are told of a change. */
export const announcementOf = ({ ownerId, scheduleId, version }: Schedule) =>
  ({ ownerId, event: 'schedule', data: { id: wireId(scheduleId), version } }) as const

export const createSchedulesParticipant = (
  wake: (ownerIds: Iterable<string>) => void,
): Participant<ScheduleNeed, State, Schedule> => ({
  name: 'schedules',
  phase: 'before',
  load: async (client, needs) =>
    new Map(
      (
        await lockSchedules(
          client,
          needs.map(({ need }) => need.after),
        )
      ).map((one) => [idOf(one), one]),
    ),
  decide: (schedules, need) => {
    const schedule = schedules.get(idOf(need.after))
    if (schedule?.state !== 'active' || schedule.version !== need.seen)
      return { refuse: { code: 'notFound', details: { reason: CHANGED_MEANWHILE }, stored: false } }
    return { change: { ...need.after, version: need.seen + 1 } }
  },
  apply: (schedules, schedule) => void schedules.set(idOf(schedule), schedule),
  save: (schedules, changes, at) => {
    const latest = [...new Set(changes.map(idOf))].flatMap((id) => schedules.get(id) ?? [])
    return [...scheduleWrites(latest, at), ...eventWrites(latest.map(announcementOf))]
  },
  afterCommit: (changes) => wake(changes.map(({ ownerId }) => ownerId)),
})

/** The need under the participant's name, for a command's `participants`. */
export const forSchedule = (need: ScheduleNeed): { schedules: ScheduleNeed } => ({ schedules: need })
