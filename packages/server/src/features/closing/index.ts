/** Closing an account for good. */
export { closingTasks } from './finish-closing.ts'
export { closingRoutes } from './routes.ts'
