/** Money on its way: to other users, and in from outside. */
export { paymentsParticipant } from './payments-participant.ts'
export { transfersRoutes } from './routes.ts'
export { transfersTasks } from './tasks.ts'
