/** Papers that prove themselves: made, signed, noted, and checked by anybody. */
export { issuePaper, type PaperAsked } from './issue-paper.ts'
export type { PaperWords } from './paper-words.ts'
export { listPapers, type PaperTotal } from './papers-store.ts'
export { papersRoutes } from './routes.ts'
