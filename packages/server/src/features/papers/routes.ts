import type { Handlers } from '#platform/http/ctx.ts'
import { listPaperKeys, verifyPaper } from './verify-paper.ts'

export const papersRoutes = { verifyPaper, paperKeys: listPaperKeys } satisfies Partial<Handlers>
