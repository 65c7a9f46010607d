/** What the owner of a schedule is told of it: that it runs within a day, and that a run was not made. */
import { whyNotRun } from '@puente/contract'
import { findPersonById } from '#features/accounts/index.ts'
import { findSchedule } from '#features/schedules/index.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { tellNotices } from './tell-notices.ts'

/** As the events say it: the owner, whom it pays or asks, and which it is. Bare uuids. */
type OfSchedule = { ownerId: string; otherId: string | null; id: string }

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-schedule-failed': OfSchedule
    'notices.tell-schedule-tomorrow': OfSchedule
  }
}

const WHAT = { sendInApp: 'send', createRequest: 'request' } as const

export const tellOfSchedules = (services: Services) => {
  const tell =
    (what: 'Failed' | 'Tomorrow') =>
    async ({ ownerId, otherId, id }: OfSchedule, { jobId, orderedAt }: JobRun): Promise<void> => {
      const schedule = await findSchedule(services.db, { ownerId, scheduleId: id })
      // Paused or cancelled meanwhile, it does not run.
      if (!schedule || (what === 'Tomorrow' && schedule.state !== 'active')) return
      const { amountCents, call, last } = schedule
      const other = otherId === null ? null : await findPersonById(services.db, otherId)
      await tellNotices(services, [
        {
          ownerId,
          source: `job/${jobId}`,
          at: orderedAt,
          kind: 'schedule',
          variant: `${WHAT[call]}${what}`,
          object: { type: 'schedule', id },
          amountCents,
          counterpartId: otherId,
          said: {
            amountCents,
            name: other?.fullName ?? null,
            ...(what === 'Failed' && last && { why: whyNotRun(last) }),
          },
        },
      ])
    }
  return {
    'notices.tell-schedule-failed': tell('Failed'),
    'notices.tell-schedule-tomorrow': tell('Tomorrow'),
  } satisfies TaskHandlers
}
