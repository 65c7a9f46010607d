/** Money that goes out of the house: taken on here, sent by a job, and followed until the provider says how it ended. */
export { bankWebhook } from './bank-webhook.ts'
export { canDecideCase, decideCase } from './decide-case.ts'
export { releaseBatch } from './release-batch.ts'
export { withdrawalsRoutes } from './routes.ts'
export { withdrawalsTasks } from './tasks.ts'
export { bankWithdrawals, paypalWithdrawals } from './under-way.ts'
