import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const schedulesRoutes = {
  createSchedule: notYet,
  listSchedules: notYet,
  getSchedule: notYet,
  pauseSchedule: notYet,
  resumeSchedule: notYet,
  cancelSchedule: notYet,
} satisfies Partial<Handlers>
