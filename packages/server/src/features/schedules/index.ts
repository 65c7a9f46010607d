/** Sends and requests that are made later, once or again and again. */
export { schedulesRoutes } from './routes.ts'
