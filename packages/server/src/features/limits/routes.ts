import type { Handlers } from '#platform/http/ctx.ts'
import { listLimits } from './list-limits.ts'
import { quoteFeeAmount } from './quote-fee-amount.ts'

export const limitsRoutes = {
  limits: (ctx) => listLimits(ctx),
  feeAmount: quoteFeeAmount,
} satisfies Partial<Handlers>
