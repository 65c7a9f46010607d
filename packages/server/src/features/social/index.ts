/** Coming in by another service: the way there and back, the accounts it opens, and the identities people link. */
export { socialReturns } from './returns.ts'
export { socialRoutes } from './routes.ts'
export { socialTasks } from './tasks.ts'
