/** By which channels people want to be told of what. */
export { notificationsRoutes } from './routes.ts'
