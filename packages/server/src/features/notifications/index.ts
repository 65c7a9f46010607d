/** What people are told, and by which channels they want to be told of what. */
export { catchUp as catchUpNotices } from './follow-movements.ts'
export { notificationsRoutes } from './routes.ts'
export { startFollower } from './start-follower.ts'
export { notificationsTasks } from './tasks.ts'
export { mailWebhook } from './mail-webhook.ts'
export { unsubscribeRoute } from './unsubscribe.ts'
