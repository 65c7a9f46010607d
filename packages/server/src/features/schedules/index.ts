/** Sends and requests that are made later, once or again and again. */
export { exportSchedules } from './export-schedules.ts'
export { findSchedule } from './schedules-store.ts'
export { schedulesRoutes } from './routes.ts'
export { createSchedulesParticipant } from './schedules-participant.ts'
export { schedulesTasks } from './tasks.ts'
