/** Paying what was asked for, by whatever rail, and giving it back. */
export { payingRoutes } from './routes.ts'
