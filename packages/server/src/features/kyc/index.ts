/** The identity check: photos, review, tier 1. */
export { handInIfComplete } from './hand-in.ts'
export { listItems } from './kyc-store.ts'
export { isUnderReview, kycOf } from './read-kyc.ts'
export { kycRoutes } from './routes.ts'
export { kycTasks } from './tasks.ts'
export { kycWebhook } from './webhook.ts'
