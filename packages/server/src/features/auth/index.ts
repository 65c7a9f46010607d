/** Proving who one is: signing up and in, passwords, codes to contacts. */
export { deviceLane } from './device-lane.ts'
export { authRoutes } from './routes.ts'
export { authTasks } from './tasks.ts'
