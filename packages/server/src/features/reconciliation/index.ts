/** Providers' own reports held against our books of each rail, line by line. */
export { bookTransfer } from './book-transfer.ts'
export { explain, findRunEnds, findUnbookedTransfer, insertRun, listOpenDifferences } from './differences-store.ts'
export { PROVIDERS_OF } from './reports.ts'
export { reconciliationTasks } from './tasks.ts'
