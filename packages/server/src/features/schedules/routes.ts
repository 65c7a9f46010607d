import type { Handlers } from '#platform/http/ctx.ts'
import { cancelSchedule } from './cancel-schedule.ts'
import { createSchedule } from './create-schedule.ts'
import { getSchedule } from './get-schedule.ts'
import { listSchedules } from './list-schedules.ts'
import { pauseSchedule } from './pause-schedule.ts'
import { resumeSchedule } from './resume-schedule.ts'

export const schedulesRoutes = {
  createSchedule,
  listSchedules,
  getSchedule,
  pauseSchedule,
  resumeSchedule,
  cancelSchedule,
} satisfies Partial<Handlers>
