/** Asking others for money: a person, by a link, or several for their shares of a bill. */
export { requestsRoutes } from './routes.ts'
