/** Adding to the own balance from outside: a rail is chosen here, and everything else is its own. */
export { depositsRoutes } from './routes.ts'
