/** The identity check: photos, review, tier 1. */
export { type FileRef, listFilesAfter, rewrapFile } from './files-store.ts'
export { submitIfComplete } from './submit-review.ts'
export { listItems } from './kyc-store.ts'
export { readOwnFile } from './read-file.ts'
export { isUnderReview, kycOf } from './read-kyc.ts'
export { kycRoutes } from './routes.ts'
export { kycTasks } from './tasks.ts'
export { kycWebhook } from './webhook.ts'
