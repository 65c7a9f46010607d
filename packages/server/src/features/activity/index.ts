/** What happened: lists, one transaction, own notes. */
export { activityRoutes } from './routes.ts'
