import type { Handlers } from '#platform/http/ctx.ts'
import { reportTransactions } from './report-transactions.ts'

export const statementsRoutes = { reportTransactions } satisfies Partial<Handlers>
