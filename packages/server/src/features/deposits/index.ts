/** Money in from outside: started here, paid on the provider's page, credited when the provider says so. */
export { advanceDeposit } from './advance-deposit.ts'
export { cancelDeposit } from './cancel-deposit.ts'
export { depositsRoutes } from './routes.ts'
export { creditDeposit } from './settle-deposit.ts'
export { storeDeposit } from './store-deposit.ts'
export { depositsTasks } from './tasks.ts'
export { depositsWebhook } from './webhook.ts'
