/** Money on its way: to other users, and in from outside. */
export { findOperation } from './operations-store.ts'
export { paymentsParticipant } from './payments-participant.ts'
export { transfersRoutes } from './routes.ts'
export { creditDeposit } from './settle-deposit.ts'
export { storeDeposit } from './store-deposit.ts'
export { transfersTasks } from './tasks.ts'
