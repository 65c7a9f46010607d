/** The people one sends to. */
export { contactsRoutes } from './routes.ts'
