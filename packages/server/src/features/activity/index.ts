/** What happened: lists, one transaction, own notes. */
export { listById } from './activity-store.ts'
export { activityRoutes } from './routes.ts'
export { isHidden } from './transaction-row-of.ts'
