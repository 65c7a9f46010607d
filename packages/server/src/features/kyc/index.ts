/** The identity check: photos, review, tier 1. */
export { handInIfComplete } from './hand-in.ts'
export { isUnderReview, readKyc } from './read-kyc.ts'
export { kycRoutes } from './routes.ts'
export { kycTasks } from './tasks.ts'
