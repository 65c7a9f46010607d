/** Statements: what happened in a range of days, as files to keep or to import. */
export { statementsRoutes } from './routes.ts'
