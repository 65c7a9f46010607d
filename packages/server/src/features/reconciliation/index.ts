/** Providers' own reports held against our books of each rail, line by line. */
export { explain, findRunEnds, insertRun, listOpenDifferences } from './differences-store.ts'
export { PROVIDERS_OF } from './reports.ts'
export { reconciliationTasks } from './tasks.ts'
